/**
 * A line of the cart, in the minicart and in the checkout. Seats, personalised products and bundles have a fixed amount
 * (CART-05). The parts of a bundle are listed below its root item.
 */
import { Fragment, useState } from 'react'
import { PERSONAL_IDENTIFIER_LENGTH } from '../../schema/limits.ts'
import { namesIn } from '../../schema/rules/ticket-names.ts'
import { Picture } from '../catalogue/picture.tsx'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { errorText } from '../i18n/error-text.ts'
import { formatDateTime, formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import type { Message } from '../ui/problem.ts'
import { AmountStepper } from './amount-stepper.tsx'
import { itemName, seatText } from './item-text.ts'
import { movedText } from './seat-names.ts'
import { useIsUnavailable } from './unavailable-line.ts'
import {
  type CartItem,
  type CartPart,
  ticketsOfEvent,
  useCart,
  useChangeAmount,
  useUpdatePersonalIdentifier,
} from './use-cart.ts'
import { useRemoveItem } from './use-remove-item.ts'

type CartLineProps = {
  item: CartItem
  /** Hides all controls, for the review before ordering. */
  isReadOnly?: boolean
  onProblem: (message: Message) => void
  /** Called after a removal: with a message if the server moved other seats, otherwise with null. */
  onNotice?: (message: Message | null) => void
}

export function CartLine({ item, isReadOnly = false, onProblem, onNotice }: CartLineProps) {
  const { removing, removeItem } = useRemoveItem()
  const { requested, changeAmount } = useChangeAmount()
  const amount = requested?.amount ?? item.amount
  const name = itemName(item)
  const { data: cart } = useCart()
  // An event's limit applies to all its tickets in the cart.
  const others = item.eventId === null ? [] : ticketsOfEvent(cart?.items ?? [], item.eventId)
  const isUnavailable = useIsUnavailable(item, cart)
  const maximum = item.cartLimit - others.reduce((sum, { id, amount }) => sum + (id === item.id ? 0 : amount), 0)

  async function reportFailure(action: Promise<unknown>): Promise<void> {
    try {
      await action
    } catch (error) {
      onProblem(() => errorText(error))
    }
  }

  async function remove(): Promise<void> {
    const moved = await removeItem(item.id)
    onNotice?.(moved && (() => movedText(moved)))
  }

  return (
    <li className={`flex gap-4 py-4 ${removing === item.id ? 'opacity-50' : ''}`}>
      <ShopLink
        to={item.href}
        isCurrent={false}
        tabIndex={-1}
        aria-hidden="true"
        className={`shrink-0 w-20 ${item.eventId === null ? 'sm:w-24' : 'sm:w-32'}`}
      >
        <Picture
          image={item.image}
          name={[item.artistName, item.productName].join(' ')}
          sizes="128px"
          // Banners of events are wide, and a square would cut off the band's name.
          className={`rounded-lg object-cover ${item.eventId === null ? 'aspect-square' : 'aspect-video'}`}
          alt=""
        />
      </ShopLink>
      <div className="min-w-0 grow">
        <div className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <p className="font-semibold">
              <ShopLink to={item.href} isCurrent={false} className="hover:underline">
                {name}
              </ShopLink>
            </p>
            <LineDetails item={item} />
          </div>
          {!isReadOnly && (
            <button
              type="button"
              aria-label={m.cart_remove({ item: name })}
              disabled={removing !== null}
              onClick={() => void reportFailure(remove())}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink hover:text-surface"
            >
              <Icon name="close" className="size-5" />
            </button>
          )}
        </div>
        {isUnavailable && (
          <div className="mt-2 flex flex-wrap items-center gap-x-4 rounded-lg border border-danger px-3 py-1 text-sm">
            <p className="grow font-medium text-danger">{m.cart_unavailable()}</p>
            <button
              type="button"
              className="min-h-11 font-semibold underline"
              disabled={removing !== null}
              onClick={() => void reportFailure(remove())}
            >
              {m.cart_remove_line()}
              <span className="sr-only">: {name}</span>
            </button>
          </div>
        )}
        {item.bundled.length > 0 && (
          <ul aria-label={m.cart_bundle_with()} className="mt-2 space-y-2 border-l-2 border-line pl-3 text-sm">
            {item.bundled.map((part) => (
              <li key={part.id}>
                <p className="font-medium">{itemName(part)}</p>
                <LineDetails item={part} />
              </li>
            ))}
          </ul>
        )}
        {item.personalised && !isReadOnly && <PersonalText item={item} name={name} onProblem={onProblem} />}
        <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-3">
          {isReadOnly || item.fixedAmount ? (
            <span className="text-muted tabular-nums">
              {m.cart_amount({ amount: item.amount })}
              {/* Without it, "2 ×" before the line's sum reads like a price for each. */}
              {item.amount > 1 &&
                item.unitCents * item.amount === item.totalSumCents &&
                ` ${formatPrice(item.unitCents)}`}
            </span>
          ) : (
            <AmountStepper
              item={name}
              amount={amount}
              maximum={maximum}
              onChange={(next) => void reportFailure(changeAmount(item, next))}
              onMaximum={() =>
                onProblem(() =>
                  item.eventId === null
                    ? m.cart_limit_reached({ limit: item.cartLimit })
                    : m.event_limit_reached({ limit: item.cartLimit }),
                )
              }
            />
          )}
          <span className="grow text-right font-semibold tabular-nums">
            {formatPrice(amount === item.amount ? item.totalSumCents : item.unitCents * amount)}
          </span>
        </div>
      </div>
    </li>
  )
}

function LineDetails({ item }: { item: CartPart }) {
  const facts = [
    // Only merch shows its type, because two products of different types may have the same name.
    item.eventId === null ? item.productType : null,
    item.productColor,
    item.variantName === '' ? null : item.variantName,
    item.happeningFromAt !== null && item.timeZone !== null
      ? formatDateTime(item.happeningFromAt, item.timeZone)
      : null,
    item.venueName,
    seatText(item.seat),
    namesText(item),
    // The only variant of a product may repeat its name.
  ].filter((fact) => fact !== null && fact !== '' && fact !== item.productName)
  return (
    <div className="text-sm text-muted">
      <p>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {/* A line may end with the dot, but not begin with it. */}
            {index > 0 && '\u00a0· '}
            <span>{fact}</span>
          </Fragment>
        ))}
      </p>
      {item.payment && (
        <p>
          {item.payment.paymentMethodName}: −{formatPrice(item.payment.amountCents)}
        </p>
      )}
    </div>
  )
}

function namesText({ eventId, personalIdentifier, personalizationRequirement }: CartPart): string | null {
  const names = eventId === null ? [] : namesIn(personalIdentifier, personalizationRequirement)
  return names.length === 0 ? null : m.cart_personal({ text: names.join(', ') })
}

type PersonalTextProps = { item: CartItem; name: string; onProblem: (message: Message) => void }

function PersonalText({ item, name, onProblem }: PersonalTextProps) {
  const { isPending, updatePersonalIdentifier } = useUpdatePersonalIdentifier()
  const [text, setText] = useState(item.personalIdentifier ?? '')
  const isSaved = text.trim() === (item.personalIdentifier ?? '')
  return (
    <form
      className="mt-2 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSaved || text.trim() === '') return
        updatePersonalIdentifier(item.id, text.trim()).catch((error: unknown) => onProblem(() => errorText(error)))
      }}
    >
      <input
        className="field grow"
        aria-label={m.cart_personal_label({ item: name })}
        placeholder={m.cart_personalise()}
        maxLength={PERSONAL_IDENTIFIER_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!isSaved && (
        <button type="submit" disabled={isPending} className="button-secondary">
          {m.cart_save()}
        </button>
      )}
    </form>
  )
}
