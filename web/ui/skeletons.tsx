/** The shapes of pages before their content; they keep its room so that nothing jumps. */

export function PageSkeleton() {
  return (
    <div className="page py-10 sm:py-16">
      <div className="skeleton h-12 w-2/3 max-w-md" />
      <div className="mt-10">
        <TileGridSkeleton count={8} />
      </div>
    </div>
  )
}

export function TileGridSkeleton({ count }: { count: number }) {
  return (
    <div className="tile-grid">
      {Array.from({ length: count }, (_, index) => `tile-${index}`).map((key) => (
        <div key={key}>
          <div className="skeleton aspect-square" />
          <div className="skeleton mt-3 h-4 w-3/4" />
          <div className="skeleton mt-2 h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}

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

/** A picture beside its text: product, artist, tour. */
export function SplitSkeleton() {
  return (
    <div className="page grid gap-8 py-8 md:grid-cols-2 md:py-14">
      <div className="skeleton aspect-square" />
      <div>
        <div className="skeleton h-10 w-4/5" />
        <div className="skeleton mt-4 h-6 w-1/3" />
        <div className="skeleton mt-10 h-12 w-full" />
        <div className="skeleton mt-4 h-12 w-full" />
      </div>
    </div>
  )
}
