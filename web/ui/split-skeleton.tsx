/** A placeholder for pages with an image beside a text: product, bundle, artist, tour. */
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
