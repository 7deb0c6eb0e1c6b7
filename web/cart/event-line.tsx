/** Several tickets of one event in the cart. Each has a row with its place, price category, price and controls. */
import { ShopLink } from '../catalogue/shop-link.tsx'
import { formatPrice } from '../i18n/format.ts'
import { dateText, itemName, venueText } from './item-text.ts'
import {
  amountText,
  Facts,
  type LineOptions,
  LineStepper,
  namesText,
  RemoveButton,
  UnavailableNote,
  useLine,
  VoucherShare,
} from './line-parts.tsx'
import { LinePicture } from './line-picture.tsx'
import { placeFacts } from './place-facts.ts'
import type { CartItem } from './use-cart.ts'

export function EventLine({ tickets, ...options }: { tickets: [CartItem, ...CartItem[]] } & LineOptions) {
  const [first] = tickets
  return (
    <li className="py-4">
      <div className="flex gap-4">
        <LinePicture item={first} />
        <div className="min-w-0 grow">
          <p className="font-semibold">
            <ShopLink to={first.href} isCurrent={false} className="hover:underline">
              {itemName(first)}
            </ShopLink>
          </p>
          <Facts facts={[dateText(first), venueText(first)]} isOf={first} />
        </div>
      </div>
      <ul className="mt-3 divide-y divide-line border-t border-line sm:ml-36">
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} {...options} />
        ))}
      </ul>
    </li>
  )
}

function TicketRow({ ticket, ...options }: { ticket: CartItem } & LineOptions) {
  const line = useLine(ticket, options)
  const { isReadOnly = false } = options
  const [place, ...facts] = placeFacts(ticket.seat, ticket.variantName)
  const name = `${itemName(ticket)}, ${place}`
  const isCounted = !ticket.fixedAmount && !isReadOnly
  return (
    <li data-item={ticket.id} className={`py-3 ${line.isRemoving ? 'opacity-50' : ''}`}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="font-medium">{place}</p>
          <Facts facts={[...facts, namesText(ticket)]} isOf={ticket} />
          <VoucherShare item={ticket} />
          {!isCounted && ticket.amount > 1 && <p className="text-sm text-muted tabular-nums">{amountText(ticket)}</p>}
        </div>
        <p className="flex-none font-semibold tabular-nums">{formatPrice(line.sumCents)}</p>
        {!isReadOnly && <RemoveButton name={name} line={line} />}
      </div>
      <UnavailableNote name={name} line={line} />
      {isCounted && (
        <div className="mt-2 flex">
          <LineStepper name={name} line={line} />
        </div>
      )}
    </li>
  )
}
