/**
 * CAT-05: the doors of the Advent sale. An open door shows its product, and a shut one its number and day. The server
 * answers only with the products of open doors, so a door that opens while the page is shown needs a new answer.
 */
import type { CategoryPageQuery } from '../../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { ProductTile } from '../../catalogue/product-tile.tsx'
import { useServerSecond } from '../../data/server-clock.ts'
import { dayParts, machineTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'

type Door = NonNullable<CategoryPageQuery['categoryProducts']['category']>['doors'][number]

export function AdventDoors({ doors }: { doors: Door[] }) {
  const numbered = doors.map((door, index) => ({ ...door, number: index + 1 }))
  const open = numbered.filter(({ isOpen }) => isOpen).reverse()
  const shut = numbered.filter(({ isOpen }) => !isOpen)
  return (
    <section aria-labelledby="advent-doors">
      <h2 id="advent-doors" className="display-3">
        {m.advent_doors()}
      </h2>
      {open.length > 0 && (
        <ul className="tile-grid mt-6">
          {open.map(({ number, product }, index) => (
            <li key={number}>
              <p className="label mb-2">{m.advent_door({ number })}</p>
              {product ? (
                <ProductTile product={product} isUrgent={index < 2} />
              ) : (
                <p className="text-muted">{m.advent_door_gone()}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {shut.length > 0 && (
        <>
          <h3 className="label mt-10">{m.advent_doors_shut()}</h3>
          <ul className="mt-3 grid grid-cols-4 gap-2 sm:grid-cols-6 lg:grid-cols-8">
            {shut.map((door) => (
              <ShutDoor key={door.number} number={door.number} opensAt={door.opensAt} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function ShutDoor({ number, opensAt }: { number: number; opensAt: number }) {
  const opensNow = useServerSecond() >= opensAt
  return (
    <li className="rounded-image border-(length:--rule) border-line px-1 py-4 text-center">
      <span className="sr-only">{m.advent_door({ number })}</span>
      <span aria-hidden="true" className="display-4 block tabular-nums">
        {number}
      </span>
      {opensNow ? (
        <>
          <span className="block text-sm">{m.advent_door_opens()}</span>
          <button type="button" className="text-link text-sm" onClick={() => location.reload()}>
            {m.advent_door_reload()}
          </button>
        </>
      ) : (
        <time dateTime={machineTime(opensAt)} className="text-sm text-muted">
          {dayParts(opensAt, SHOP_ZONE).dayOfYear}
        </time>
      )}
    </li>
  )
}
