/**
 * Checks that an import removes no seats that are sold or held. Sold seats are in the orders. The EventSeats objects
 * also know the seats in carts and in orders that are being placed. The import asks them only when a new plan removes
 * seats, or when --prune would remove an event. A trigger checks the orders again in the transaction that writes the
 * plan.
 */
import { planText } from '../../schema/seat-map.ts'
import type { SeatClaim } from '../domain/seats/seat-hold.ts'
import { messageOf } from '../domain/text/error-message.ts'
import { type Build, reportFault, type ShrunkEvent } from './build.ts'
import type { Pruning } from './prune.ts'
import type { Withdrawal } from './seat-map/withdrawal.ts'
import type { ImportTarget, Row } from './target.ts'

const EXAMPLES = 5
/** The longest time for which a hold can outlast the end of its event's sale. */
const MAX_HOLD_MS = 3 * 3_600_000

const IS_OPEN = "item.invalidated_at IS NULL AND placed.status NOT IN ('cancelled', 'refunded')"
const SOLD_SEATS = `SELECT DISTINCT item.seat_id, placed.reference FROM json_each(?2) AS seat
  JOIN order_items AS item ON item.event_id = ?1 AND item.seat_id = seat.value
  JOIN orders AS placed ON placed.id = item.order_id WHERE ${IS_OPEN}`
const SOLD_PLACES = `SELECT item.section_id, placed.reference, total(item.amount) AS amount FROM order_items AS item
  JOIN orders AS placed ON placed.id = item.order_id
  WHERE item.event_id = ?1 AND item.seat_id IS NULL AND item.section_id IN (SELECT value FROM json_each(?2)) AND ${IS_OPEN}
  GROUP BY 1, 2`
const ORDERS = 'SELECT id, status FROM orders WHERE id IN (SELECT value FROM json_each(?1))'

export async function refuseSoldWithdrawals(target: ImportTarget, build: Build): Promise<void> {
  for (const event of build.shrunkEvents) {
    const slug = build.current.events.get(event.id)?.slug ?? event.id
    const fault = (message: string) => reportFault(build, event.origin, event.path, message)
    let given: SeatClaim[]
    try {
      given = await livingClaims(target, build, event.id)
    } catch (error) {
      const reason = messageOf(error)
      fault(`the new plan removes seats or standing places, but the holds of ${slug} could not be read: ${reason}`)
      continue
    }
    for (const message of [...(await soldSeats(target, event, given)), ...(await soldPlaces(target, event, given))])
      fault(message)
  }
}

/**
 * If the files no longer contain an event, keeps the event while its tickets are held or being ordered, or if its holds
 * cannot be read. A later import can remove the event.
 */
export async function keepHeldEvents(target: ImportTarget, build: Build, pruning: Pruning): Promise<void> {
  const staying = new Set(build.wanted.map(({ id }) => id))
  for (const [id, { salesEndAt, slug }] of build.current.events) {
    const source = build.current.sources.get(id)?.source
    if (staying.has(id) || source === undefined || !pruning.sources.has(source) || pruning.referred.has(id)) continue
    if (salesEndAt + MAX_HOLD_MS < build.now) continue
    try {
      if ((await livingClaims(target, build, id)).length > 0) pruning.held.add(id)
    } catch (error) {
      const reason = messageOf(error)
      build.notes.push(`event ${slug} is kept, because its holds could not be read: ${reason}`)
      pruning.held.add(id)
    }
  }
}

/**
 * Returns the seats and standing places that carts hold, and those of orders that are neither cancelled nor refunded. An
 * order that is being placed counts, even if it is not in the database yet.
 */
async function livingClaims(target: ImportTarget, { current, now }: Build, eventId: string): Promise<SeatClaim[]> {
  const event = current.events.get(eventId)
  if (!event) return []
  const claims = await target.claims({ id: eventId, slug: event.slug, blockCount: event.blockCount })
  const sold = [...new Set(claims.flatMap(({ orderId }) => orderId ?? []))]
  const over = new Set(
    (await target.d1.query(ORDERS, [JSON.stringify(sold)]))
      .filter(({ status }) => status === 'cancelled' || status === 'refunded')
      .map(({ id }) => id),
  )
  return claims.filter(({ orderId, heldUntil }) => (orderId === null ? heldUntil > now : !over.has(orderId)))
}

/** Returns a message for each section that would lose sold or held seats. */
async function soldSeats(target: ImportTarget, event: ShrunkEvent, claims: SeatClaim[]): Promise<string[]> {
  const lost = new Map(event.withdrawn.flatMap((seat) => (seat.seatId === '' ? [] : [[seat.seatId, seat.sectionId]])))
  const taken = new Map<string, Set<string>>()
  const take = (seatId: string, by: string) => taken.set(seatId, (taken.get(seatId) ?? new Set()).add(by))
  const sold = await target.d1.query(SOLD_SEATS, [event.id, JSON.stringify([...lost.keys()])])
  for (const { seat_id, reference } of sold) take(String(seat_id), `order ${reference}`)
  for (const { kind, place, orderId } of claims) {
    if (kind !== 'seat' || !lost.has(place) || (orderId !== null && taken.has(place))) continue
    take(place, orderId === null ? 'a cart' : 'an order that is being placed')
  }
  const present = new Map(event.after.seats.map(([id, section]) => [id, event.after.sections[section]]))
  const bySection = Map.groupBy(taken, ([seatId]) => lost.get(seatId) ?? '')
  return [...bySection].map(([sectionId, seats]) => {
    const moved = seats.map(([id]) => present.get(id)?.id).find((id) => id !== undefined)
    const what = moved === undefined ? 'are gone' : `are in section "${moved}"`
    const owners = [...new Set(seats.flatMap(([, by]) => [...by]))]
    return `${nameOf(event, sectionId)}: expected the seats that are sold or held to stay; ${seats.length} ${what}: ${list(seats.map(([id]) => id))} (${list(owners)})`
  })
}

async function soldPlaces(target: ImportTarget, event: ShrunkEvent, claims: SeatClaim[]): Promise<string[]> {
  const smaller = event.withdrawn.filter(({ seatId }) => seatId === '')
  if (smaller.length === 0) return []
  const ids = smaller.map(({ sectionId }) => sectionId)
  const rows = await target.d1.query(SOLD_PLACES, [event.id, JSON.stringify(ids)])
  return smaller.flatMap((area) => placesFault(event, area, rows, claims) ?? [])
}

function placesFault(event: ShrunkEvent, area: Withdrawal, rows: Row[], claims: SeatClaim[]): string | null {
  const { sectionId, capacity } = area
  const orders = rows.filter(({ section_id }) => section_id === sectionId)
  const sold = orders.reduce((sum, { amount }) => sum + Number(amount), 0)
  const own = claims.filter(({ kind, place }) => kind === 'section' && place === sectionId)
  const held = own.reduce((sum, { orderId, amount }) => sum + (orderId === null ? amount : 0), 0)
  const claimed = own.reduce((sum, { amount }) => sum + amount, 0)
  const least = Math.max(sold + held, claimed)
  if (least <= capacity) return null
  const references = orders.length > 0 ? ` (${list(orders.map(({ reference }) => `order ${reference}`))})` : ''
  const stays = event.after.sections.some(({ id }) => id === sectionId)
  const made = stays ? `its capacity would be ${capacity}` : 'it is gone'
  return `${nameOf(event, sectionId)}: expected at least ${least} places, but ${made}: ${least - held} are sold and ${held} held${references}`
}

function nameOf({ before }: ShrunkEvent, sectionId: string): string {
  const name = planText(before.sections.find(({ id }) => id === sectionId)?.name ?? sectionId, 'de')
  return name === sectionId ? `section "${sectionId}"` : `section "${name}" (${sectionId})`
}

function list(values: string[]): string {
  const more = values.length - EXAMPLES
  return values.slice(0, EXAMPLES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
