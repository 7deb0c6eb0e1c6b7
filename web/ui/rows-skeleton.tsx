/** Placeholders for rows of events while they load. */
export function RowsSkeleton({ count }: { count: number }) {
  return (
    <div className="rule-t">
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className="flex gap-5 rule-b py-5">
          <div className="skeleton size-16" />
          <div className="grow">
            <div className="skeleton h-5 w-1/2" />
            <div className="skeleton mt-2 h-4 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
