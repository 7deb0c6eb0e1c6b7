/**
 * What a click on a seat does: a free one is held at once (SEAT-03), one's own is released (SEAT-04). The map shows the
 * wish before the answer and takes it back, with a word, where the server refuses. Where tickets come only in a forced
 * amount, seats are collected first and held together.
 */
import { useEffect, useRef, useState } from 'react'
import { useAddItems, useCart, useRemoveItem } from '../cart/use-cart.ts'
import { ShopError } from '../data/fetch.ts'
import { errorText } from '../i18n/error-text.ts'
import { m } from '../i18n/messages.ts'
import type { Message } from '../ui/problem.ts'
import type { SeatModel } from './seat-model.ts'
import type { PendingSeats } from './seat-status.ts'

export type Notice = { tone: 'info' | 'problem'; text: Message }

export type SeatSale = {
  eventId: string
  cartLimit: number
  forcedAmount: number | null
  /** The only section that is sold; null for all. */
  forcedSection: string | null
  /** The variant that a seat of this pricing category is bought as; null while the kind of ticket is not chosen. */
  variantFor: (category: number) => { id: string } | null
  onMissingKind: () => void
}

type AvailabilityNotes = {
  refresh: () => Promise<void>
  noteTaken: (ids: string[]) => void
  noteFree: (ids: string[]) => void
}

/** Good news needs no second look; a problem stays until the next step. */
const NOTICE_MS = 6_000

export function useSeatChoice(model: SeatModel | null, sale: SeatSale, availability: AvailabilityNotes) {
  const { data: cart } = useCart()
  const { addItems } = useAddItems()
  const { removeItem } = useRemoveItem()
  const [pending, setPending] = useState<PendingSeats>(new Map())
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice?.tone !== 'info') return
    const timer = setTimeout(() => setNotice(null), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const lastPressed = useRef<string | null>(null)

  const own = (cart?.items ?? [])
    .flatMap((item) => [item, ...item.bundled])
    .filter((item) => item.eventId === sale.eventId)
  const itemOf = new Map(own.flatMap((item) => (item.seatId ? [[item.seatId, item] as const] : [])))
  const heldCount = own.reduce((sum, item) => sum + item.amount, 0)

  function mark(ids: string[], what: 'adding' | 'removing' | 'chosen' | null): void {
    setPending((known) => {
      const next = new Map(known)
      for (const id of ids) {
        if (what) next.set(id, what)
        else next.delete(id)
      }
      return next
    })
  }

  async function hold(ids: string[], variantId: string): Promise<void> {
    mark(ids, 'adding')
    setNotice(null)
    try {
      const answer = await addItems([{ productVariantId: variantId, amount: ids.length, seatIds: ids }])
      if (!answer.shifted) availability.noteTaken(ids)
      if (answer.shifted) {
        setNotice({ tone: 'info', text: () => m.event_seats_shifted() })
        void availability.refresh()
      } else setNotice({ tone: 'info', text: () => m.event_seat_held({ seat: ids.map(nameOf).join(' · ') }) })
    } catch (error) {
      refused(error, ids)
    } finally {
      mark(ids, null)
    }
  }

  function refused(error: unknown, ids: string[]): void {
    const isGone = error instanceof ShopError && error.code === 'SEATS_NOT_AVAILABLE'
    if (isGone) availability.noteTaken(ids)
    setNotice({
      tone: 'problem',
      text: () =>
        isGone && ids.length === 1 ? m.event_seat_lost({ seat: ids.map(nameOf).join(' · ') }) : errorText(error),
    })
    void availability.refresh()
  }

  async function release(seatId: string): Promise<void> {
    const item = itemOf.get(seatId)
    if (!item) return
    mark([seatId], 'removing')
    setNotice(null)
    try {
      const { shifted } = await removeItem(item.id)
      availability.noteFree([seatId])
      if (shifted) void availability.refresh()
      setNotice({
        tone: 'info',
        text: () => (shifted ? m.event_seats_shifted() : m.event_seat_released({ seat: nameOf(seatId) })),
      })
    } catch (error) {
      setNotice({ tone: 'problem', text: () => errorText(error) })
      void availability.refresh()
    } finally {
      mark([seatId], null)
    }
  }

  function nameOf(seatId: string): string {
    const seat = model?.seats[model.indexOf.get(seatId) ?? -1]
    const section = seat && model?.sections[seat.section]
    if (!seat || !section) return seatId
    return m.event_seat_full({ section: section.name, row: seat.row, seat: seat.number })
  }

  /** Several held seats still in flight count, so that quick clicks do not run over the limit one by one. */
  function isOverLimit(more: number): boolean {
    const asked = [...pending.values()].filter((what) => what !== 'removing').length
    return heldCount + asked + more > sale.cartLimit
  }

  function choose(seatId: string, variantId: string): void {
    const forced = sale.forcedAmount
    if (!forced || forced === 1) {
      void hold([seatId], variantId)
      return
    }
    const chosen = [...pending].filter(([, what]) => what === 'chosen').map(([id]) => id)
    const together = [...chosen.filter((id) => variantOf(id) === variantId), seatId]
    mark(chosen, null)
    if (together.length === forced) {
      void hold(together, variantId)
      return
    }
    mark(together, 'chosen')
    setNotice({ tone: 'info', text: () => m.event_forced_more({ count: forced - together.length }) })
  }

  function variantOf(seatId: string): string | null {
    const seat = model?.seats[model.indexOf.get(seatId) ?? -1]
    return seat ? (sale.variantFor(seat.pricing_category_id)?.id ?? null) : null
  }

  function isElsewhere(seatId: string): boolean {
    const seat = model?.seats[model.indexOf.get(seatId) ?? -1]
    return sale.forcedSection !== null && seat !== undefined && model?.sections[seat.section]?.id !== sale.forcedSection
  }

  /**
   * A press on one seat, on the map or in the list. `isFree` is what was shown when it was pressed; the second half of a
   * double click on the same seat is no change of mind.
   */
  function press(seatId: string, isFree: boolean, isSecondClick: boolean): void {
    if (isSecondClick && lastPressed.current === seatId) return
    lastPressed.current = seatId
    const state = pending.get(seatId)
    if (state === 'chosen') mark([seatId], null)
    else if (state) return
    else if (itemOf.has(seatId)) void release(seatId)
    else if (isElsewhere(seatId)) {
      const name = model?.sections.find(({ id }) => id === sale.forcedSection)?.name ?? ''
      setNotice({ tone: 'info', text: () => m.event_forced_section({ section: name }) })
    } else if (!isFree) setNotice({ tone: 'info', text: () => m.event_seat_taken_note({ seat: nameOf(seatId) }) })
    else {
      const variantId = variantOf(seatId)
      if (variantId === null) {
        setNotice({ tone: 'problem', text: () => m.event_choose_kind_first() })
        sale.onMissingKind()
      } else if (isOverLimit(1))
        setNotice({ tone: 'problem', text: () => m.event_limit_reached({ limit: sale.cartLimit }) })
      else choose(seatId, variantId)
    }
  }

  /** Holds an amount without choosing seats; true where they are held. */
  async function take(request: { productVariantId: string; amount: number; sectionId?: string }): Promise<boolean> {
    setNotice(null)
    if (isOverLimit(request.amount)) {
      setNotice({ tone: 'problem', text: () => m.event_limit_reached({ limit: sale.cartLimit }) })
      return false
    }
    try {
      const { cart: after } = await addItems([request])
      const seats = after.items.flatMap((item) =>
        item.eventId === sale.eventId && item.seatId && !itemOf.has(item.seatId) ? [item.seatId] : [],
      )
      availability.noteTaken(seats)
      if (seats.length > 0)
        setNotice({ tone: 'info', text: () => m.event_seat_held({ seat: seats.map(nameOf).join(' · ') }) })
      return true
    } catch (error) {
      const isNone = error instanceof ShopError && error.code === 'TICKETS_NOT_AVAILABLE'
      setNotice({ tone: 'problem', text: () => (isNone ? m.event_best_none() : errorText(error)) })
      return false
    } finally {
      void availability.refresh()
    }
  }

  async function releaseItem(itemId: string): Promise<void> {
    try {
      const { shifted } = await removeItem(itemId)
      if (shifted) setNotice({ tone: 'info', text: () => m.event_seats_shifted() })
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
    /** The best free places side by side, in one call (SEAT-12). */
    takeBest: (productVariantId: string, amount: number) => take({ productVariantId, amount }),
    takeStanding: async (productVariantId: string, sectionId: string, amount: number) => {
      await take({ productVariantId, amount, sectionId })
    },
    tellNoneChosen: () => setNotice({ tone: 'problem', text: () => m.event_none_chosen() }),
  }
}
