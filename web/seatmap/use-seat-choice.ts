/**
 * Holds and releases seats. A click on a free seat holds it at once (SEAT-03); a click on an own seat releases it (SEAT-04).
 * The map shows the new state before the answer (optimistic update), and reverts it with a notice if the server refuses. If
 * the event sells seats only in groups of a fixed size (`forcedAmount`), a seat is only marked until the visitor has chosen
 * a whole group. The group is then held with one request.
 */
import { useEffect, useRef, useState } from 'react'
import { movedText, seatNames } from '../cart/seat-names.ts'
import { type Cart, ticketsOfEvent, useAddItems, useCart } from '../cart/use-cart.ts'
import { type MovedSeats, type NamedSeat, useRemoveItem } from '../cart/use-remove-item.ts'
import { isWait, ShopError } from '../data/fetch.ts'
import { errorText } from '../i18n/error-text.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { Message } from '../ui/problem.ts'
import { flagsOf } from './seat-flags.ts'
import type { SeatModel } from './seat-model.ts'
import type { PendingSeats } from './seat-status.ts'

/** With `stays`, the notice stays until the next action, although it is no problem. */
type AmountRequest = { productVariantId: string; amount: number; sectionId?: string }

export type Notice = { tone: 'info' | 'problem'; text: Message; stays?: true }

export type SeatSale = {
  eventId: string
  cartLimit: number
  forcedAmount: number | null
  /** The id of the only section that the event sells; null for all sections. */
  forcedSection: string | null
  /** The variant for seats of a pricing category, or the reason why there is none. */
  variantFor: (category: number) => { id: string } | 'kindMissing' | 'kindNotSold'
  onMissingKind: () => void
  /** The price of a variant, in cents. */
  priceOf: (variantId: string) => number
}

type AvailabilityUpdates = {
  refresh: () => Promise<void>
  markTaken: (ids: string[]) => void
  markFree: (ids: string[]) => void
}

/** The time after which an informational notice disappears. Others stay until a later action clears or replaces them. */
export const NOTICE_MS = 6_000

export function useSeatChoice(model: SeatModel | null, sale: SeatSale, availability: AvailabilityUpdates) {
  const { data: cart } = useCart()
  const { addItems } = useAddItems()
  const { removeItem } = useRemoveItem()
  const [pending, setPending] = useState<PendingSeats>(new Map())
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice?.tone !== 'info' || notice.stays) return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const lastPressed = useRef<string | null>(null)

  const own = ticketsOfEvent(cart?.items ?? [], sale.eventId)
  const itemOf = new Map(own.flatMap((item) => (item.seatId ? [[item.seatId, item] as const] : [])))
  const heldCount = own.reduce((sum, item) => sum + item.amount, 0)

  function setPendingState(ids: string[], state: 'adding' | 'removing' | 'chosen' | null): void {
    setPending((previous) => {
      const next = new Map(previous)
      for (const id of ids) {
        if (state) next.set(id, state)
        else next.delete(id)
      }
      return next
    })
  }

  async function hold(ids: string[], variantId: string): Promise<void> {
    setPendingState(ids, 'adding')
    setNotice(null)
    try {
      const answer = await addItems([{ productVariantId: variantId, amount: ids.length, seatIds: ids }])
      if (answer.shifted) showMoved({ from: namedSeats(ids), to: namedSeats(newSeats(answer.cart)) })
      else {
        availability.markTaken(ids)
        setNotice({ tone: 'info', text: () => heldText(ids, variantId) })
      }
    } catch (error) {
      showRefusal(error, ids)
    } finally {
      setPendingState(ids, null)
    }
  }

  function showMoved(moved: MovedSeats): void {
    setNotice({ tone: 'info', stays: true, text: () => movedText(moved) })
    void availability.refresh()
  }

  function showRefusal(error: unknown, ids: string[]): void {
    // The waiting screen lies over the page.
    if (isWait(error)) return
    const isUnavailable = error instanceof ShopError && error.code === 'SEATS_NOT_AVAILABLE'
    if (isUnavailable) availability.markTaken(ids)
    setNotice({
      tone: 'problem',
      text: () => (isUnavailable && ids.length === 1 ? m.event_seat_lost({ seat: namesOf(ids) }) : errorText(error)),
    })
    void availability.refresh()
  }

  async function release(seatId: string): Promise<void> {
    const item = itemOf.get(seatId)
    if (!item) return
    setPendingState([seatId], 'removing')
    setNotice(null)
    try {
      const moved = await removeItem(item.id)
      availability.markFree([seatId])
      if (moved) showMoved(moved)
      else setNotice({ tone: 'info', text: () => m.event_seat_released({ seat: namesOf([seatId]) }) })
    } catch (error) {
      setNotice({ tone: 'problem', text: () => errorText(error) })
      void availability.refresh()
    } finally {
      setPendingState([seatId], null)
    }
  }

  /** The ids of the seats of this event that the cart did not contain before. */
  function newSeats(cart: Pick<Cart, 'items'>): string[] {
    return ticketsOfEvent(cart.items, sale.eventId).flatMap(({ seatId }) =>
      seatId && !itemOf.has(seatId) ? [seatId] : [],
    )
  }

  function heldText(ids: string[], variantId: string): string {
    const price = formatPrice(ids.length * sale.priceOf(variantId))
    return ids.length === 1
      ? m.event_seat_held({ seat: namesOf(ids), price })
      : m.event_seats_held({ seats: namesOf(ids), price })
  }

  function namesOf(ids: string[]): string {
    return seatNames(namedSeats(ids))
  }

  function namedSeats(ids: string[]): NamedSeat[] {
    return ids.flatMap((id) => {
      const seat = seatOf(id)
      const section = seat && model?.sections[seat.section]
      if (!seat || !section) return []
      const properties = flagsOf(seat).map(({ name }) => name())
      return [{ section: section.name, row: seat.row, seat: seat.number, properties }]
    })
  }

  /** Also counts the seats that wait to be held, so that several quick clicks cannot exceed the limit. */
  function isOverLimit(more: number): boolean {
    const added = [...pending.values()].filter((state) => state !== 'removing').length
    return heldCount + added + more > sale.cartLimit
  }

  function choose(seatId: string, variantId: string): void {
    const forced = sale.forcedAmount
    if (!forced || forced === 1) {
      void hold([seatId], variantId)
      return
    }
    const chosen = [...pending].filter(([, state]) => state === 'chosen').map(([id]) => id)
    const together = [...chosen.filter((id) => variantOf(id) === variantId), seatId]
    setPendingState(chosen, null)
    if (together.length === forced) {
      void hold(together, variantId)
      return
    }
    setPendingState(together, 'chosen')
    setNotice({ tone: 'info', text: () => m.event_forced_more({ count: forced - together.length }) })
  }

  function seatOf(seatId: string) {
    return model?.seats[model.indexOf.get(seatId) ?? -1]
  }

  function variantOf(seatId: string): string | null {
    const seat = seatOf(seatId)
    const variant = seat && sale.variantFor(seat.pricing_category_id)
    return typeof variant === 'object' ? variant.id : null
  }

  /** Returns the id of the variant to hold in a category. If there is none, tells the visitor why and returns null. */
  function variantToHold(category: number): string | null {
    const variant = sale.variantFor(category)
    if (typeof variant === 'object') return variant.id
    if (variant === 'kindMissing') {
      setNotice({ tone: 'problem', text: () => m.event_choose_kind_first() })
      sale.onMissingKind()
    } else setNotice({ tone: 'problem', text: () => m.event_kind_not_sold() })
    return null
  }

  function isInOtherSection(seatId: string): boolean {
    const seat = seatOf(seatId)
    return sale.forcedSection !== null && seat !== undefined && model?.sections[seat.section]?.id !== sale.forcedSection
  }

  /**
   * Handles a press on a seat, on the map or in the list. `isFree` says whether the visitor saw the seat as free. The second
   * click of a double click on the same seat is ignored, because it would release the seat again.
   */
  function press(seatId: string, isFree: boolean, isSecondClick: boolean): void {
    if (isSecondClick && lastPressed.current === seatId) return
    lastPressed.current = seatId
    const state = pending.get(seatId)
    if (state === 'chosen') setPendingState([seatId], null)
    else if (state) return
    else if (itemOf.has(seatId)) void release(seatId)
    else if (isInOtherSection(seatId)) {
      const name = model?.sections.find(({ id }) => id === sale.forcedSection)?.name ?? ''
      setNotice({ tone: 'info', text: () => m.event_forced_section({ section: name }) })
    } else if (!isFree) setNotice({ tone: 'info', text: () => m.event_seat_taken_note({ seat: namesOf([seatId]) }) })
    else {
      const seat = seatOf(seatId)
      const variantId = seat ? variantToHold(seat.pricing_category_id) : null
      if (variantId === null) return
      if (isOverLimit(1)) setNotice({ tone: 'problem', text: () => m.event_limit_reached({ limit: sale.cartLimit }) })
      else choose(seatId, variantId)
    }
  }

  /**
   * Holds amounts of tickets, all or none. If they have seats, the server chooses them. Resolves to false if the tickets are not
   * held.
   */
  async function holdAmounts(requests: AmountRequest[]): Promise<boolean> {
    setNotice(null)
    if (isOverLimit(requests.reduce((sum, { amount }) => sum + amount, 0))) {
      setNotice({ tone: 'problem', text: () => m.event_limit_reached({ limit: sale.cartLimit }) })
      return false
    }
    try {
      const { cart: after } = await addItems(requests)
      const seats = newSeats(after)
      availability.markTaken(seats)
      if (seats.length > 0)
        setNotice({ tone: 'info', text: () => heldText(seats, requests[0]?.productVariantId ?? '') })
      return true
    } catch (error) {
      const isNone = error instanceof ShopError && error.code === 'TICKETS_NOT_AVAILABLE'
      if (!isWait(error)) {
        setNotice({ tone: 'problem', text: () => (isNone ? m.event_best_none() : errorText(error)) })
      }
      return false
    } finally {
      void availability.refresh()
    }
  }

  async function releaseItem(itemId: string): Promise<void> {
    try {
      const moved = await removeItem(itemId)
      if (moved) showMoved(moved)
    } catch (error) {
      setNotice({ tone: 'problem', text: () => errorText(error) })
    }
    void availability.refresh()
  }

  return {
    own,
    ownSeatIds: [...itemOf.keys()],
    heldCount,
    pending,
    notice,
    press,
    release,
    releaseItem,
    /** Holds the best free seats with one request. They are adjacent if a row has enough adjacent free seats (SEAT-12). */
    holdBestSeats: (productVariantId: string, amount: number) => holdAmounts([{ productVariantId, amount }]),
    variantToHold,
    holdAmounts,
    /** Removes an information notice when the visitor opens another view or section. Problems and notices of moved seats stay. */
    dropInfoNotice: () => setNotice((shown) => (shown?.tone === 'info' && !shown.stays ? null : shown)),
    showNotice: (next: Notice | null) => setNotice(next),
    showNoneChosen: () => setNotice({ tone: 'problem', text: () => m.event_none_chosen() }),
  }
}
