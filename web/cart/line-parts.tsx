/** The parts that a line of the cart and a ticket in an event's line have in common: what a press does, and what it shows. */
import { namesIn } from '../../schema/rules/ticket-names.ts'
import { errorText } from '../i18n/error-text.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Message } from '../ui/problem.ts'
import { AmountStepper } from './amount-stepper.tsx'
import { movedText } from './seat-names.ts'
import { useIsUnavailable } from './unavailable-line.ts'
import { type CartItem, type CartPart, ticketsOfEvent, useCart, useChangeAmount } from './use-cart.ts'
import { useRemoveItem } from './use-remove-item.ts'

export type LineOptions = {
  /** Hides all controls, for the review before ordering. */
  isReadOnly?: boolean
  onProblem: (message: Message) => void
  /** Called after a removal: with a message if the server moved other seats, otherwise with null. */
  onNotice?: (message: Message | null) => void
}

/** The state of an item with the commands of its controls. They report a failure to `onProblem`. */
export function useLine(item: CartItem, { onProblem, onNotice }: LineOptions) {
  const { removing, removeItem } = useRemoveItem()
  const { requested, changeAmount } = useChangeAmount()
  const { data: cart } = useCart()
  const isUnavailable = useIsUnavailable(item, cart)
  const amount = requested?.amount ?? item.amount
  // An event's limit applies to all its tickets in the cart.
  const others = item.eventId === null ? [] : ticketsOfEvent(cart?.items ?? [], item.eventId)

  async function reportFailure(action: Promise<unknown>): Promise<void> {
    try {
      await action
    } catch (error) {
      onProblem(() => errorText(error))
    }
  }

  async function removeAndNotify(): Promise<void> {
    const moved = await removeItem(item.id)
    onNotice?.(moved && (() => movedText(moved)))
  }

  return {
    amount,
    maximum: item.cartLimit - others.reduce((sum, { id, amount }) => sum + (id === item.id ? 0 : amount), 0),
    sumCents: amount === item.amount ? item.totalSumCents : item.unitCents * amount,
    isUnavailable,
    isRemoving: removing !== null,
    remove: () => void reportFailure(removeAndNotify()),
    change: (next: number) => void reportFailure(changeAmount(item, next)),
    reportMaximum: () =>
      onProblem(() =>
        item.eventId === null
          ? m.cart_limit_reached({ limit: item.cartLimit })
          : m.event_limit_reached({ limit: item.cartLimit }),
      ),
  }
}

type Line = ReturnType<typeof useLine>

/** `name` says which of the cart's items the button removes. */
export function RemoveButton({ name, line }: { name: string; line: Line }) {
  return (
    <button
      type="button"
      aria-label={m.cart_remove({ item: name })}
      disabled={line.isRemoving}
      onClick={line.remove}
      className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink hover:text-surface"
    >
      <Icon name="close" className="size-5" />
    </button>
  )
}

export function UnavailableNote({ name, line }: { name: string; line: Line }) {
  if (!line.isUnavailable) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 rounded-lg border border-danger px-3 py-1 text-sm">
      <p className="grow font-medium text-danger">{m.cart_unavailable()}</p>
      <button
        type="button"
        className="min-h-11 font-semibold underline"
        disabled={line.isRemoving}
        onClick={line.remove}
      >
        {m.cart_remove_line()}
        <span className="sr-only">: {name}</span>
      </button>
    </div>
  )
}

export function LineStepper({ name, line }: { name: string; line: Line }) {
  return (
    <AmountStepper
      item={name}
      amount={line.amount}
      maximum={line.maximum}
      onChange={line.change}
      onMaximum={line.reportMaximum}
    />
  )
}

/** The amount and, for several pieces, the price of one. Without it, "2 ×" before a sum reads like a price for each. */
export function amountText({ amount, unitCents, totalSumCents }: CartItem): string {
  const each = amount > 1 && unitCents * amount === totalSumCents ? ` ${formatPrice(unitCents)}` : ''
  return m.cart_amount({ amount }) + each
}

/** The only variant of a product may have its name, which then stands above the facts. */
export function Facts({ facts, isOf }: { facts: (string | null)[]; isOf: CartPart }) {
  return <FactLine facts={facts.filter((fact) => fact !== isOf.productName)} />
}

/** What a voucher pays of the item. */
export function VoucherShare({ item: { payment } }: { item: CartPart }) {
  if (!payment) return null
  return (
    <p className="text-sm text-muted">
      {payment.paymentMethodName}: −{formatPrice(payment.amountCents)}
    </p>
  )
}

export function namesText({ eventId, personalIdentifier, personalizationRequirement }: CartPart): string | null {
  const names = eventId === null ? [] : namesIn(personalIdentifier, personalizationRequirement)
  return names.length === 0 ? null : m.cart_personal({ text: names.join(', ') })
}
