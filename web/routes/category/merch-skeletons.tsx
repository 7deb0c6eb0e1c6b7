/** Placeholders for the merch pages while they load. */
import { TileGridSkeleton } from '../../ui/skeletons.tsx'

export function CategorySkeleton() {
  return (
    <div className="page pt-6 sm:pt-10">
      <div className="flex gap-2 overflow-clip py-1">
        {['first', 'second', 'third', 'fourth'].map((key) => (
          <div key={key} className="skeleton h-11 w-28 flex-none" />
        ))}
      </div>
      <div className="skeleton mt-8 mb-8 h-[clamp(2.5rem,8.2vw,6.25rem)] w-1/2 sm:mt-12" />
      <TileGridSkeleton />
    </div>
  )
}

export function BlocksSkeleton() {
  return (
    <div className="grid gap-x-(--gap) gap-y-12 md:grid-cols-2">
      {['left', 'right'].map((key) => (
        <div key={key}>
          <div className="skeleton aspect-square" />
          <div className="skeleton mt-5 h-10 w-1/2" />
          <div className="mt-4 grid grid-cols-2 gap-(--gap)">
            <div className="skeleton aspect-square" />
            <div className="skeleton aspect-square" />
          </div>
        </div>
      ))}
    </div>
  )
}
