/** Placeholders of about the content's size while a page loads, so that the layout hardly shifts. */

export function PageSkeleton() {
  return (
    <div className="page py-10 sm:py-16">
      <div className="skeleton h-12 w-2/3 max-w-md" />
      <div className="mt-10">
        <TileGridSkeleton />
      </div>
    </div>
  )
}

export function HeadingSkeleton() {
  return (
    <div className="page py-10">
      <div className="skeleton h-12 w-2/3 max-w-md" />
    </div>
  )
}

const TILES = 8

export function TileGridSkeleton() {
  return (
    <div className="tile-grid">
      {Array.from({ length: TILES }, (_, index) => `tile-${index}`).map((key) => (
        <div key={key}>
          <div className="skeleton aspect-square" />
          <div className="skeleton mt-3 h-4 w-3/4" />
          <div className="skeleton mt-2 h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
