/**
 * A line of the cart, in the minicart and in the checkout. Seats, personalised products and bundles have a fixed amount
 * (CART-05). The parts of a bundle are listed below its root item.
 */
import { useState } from 'react'
import { PERSONAL_IDENTIFIER_LENGTH } from '../../schema/limits.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { errorText } from '../i18n/error-text.ts'
import { formatPrice } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'
import type { Message } from '../ui/problem.ts'
import { WholeWords } from '../ui/whole-words.tsx'
import { WrappedInput } from '../ui/wrapped-input.tsx'
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
import { placeFacts, variantText } from './place-facts.ts'
import { type CartItem, type CartPart, useUpdatePersonalIdentifier } from './use-cart.ts'

export function CartLine({ item, ...options }: { item: CartItem } & LineOptions) {
  const line = useLine(item, options)
  const { isReadOnly = false, onProblem } = options
  const name = itemName(item)
  return (
    <li data-item={item.id} className={`flex gap-4 py-4 ${line.isRemoving ? 'opacity-50' : ''}`}>
      <LinePicture item={item} />
      <div className="min-w-0 grow">
        <div className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <p className="font-semibold">
              <ShopLink to={item.href} isCurrent={false} className="hover:underline">
                <WholeWords text={name} />
              </ShopLink>
            </p>
            <LineDetails item={item} showsText={isReadOnly} />
          </div>
          {!isReadOnly && <RemoveButton name={name} line={line} />}
        </div>
        <UnavailableNote name={name} line={line} />
        {item.bundled.length > 0 && (
          <ul aria-label={m.cart_bundle_with()} className="mt-2 space-y-2 border-l-2 border-line pl-3 text-sm">
            {item.bundled.map((part) => (
              <li key={part.id}>
                <p className="font-medium">
                  <WholeWords text={itemName(part)} />
                </p>
                <LineDetails item={part} showsText />
              </li>
            ))}
          </ul>
        )}
        {item.personalised && !isReadOnly && <PersonalText item={item} name={name} onProblem={onProblem} />}
        <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-3">
          {isReadOnly || item.fixedAmount ? (
            <span className="text-muted tabular-nums">{item.amount > 1 && amountText(item)}</span>
          ) : (
            <LineStepper name={name} line={line} />
          )}
          <span className="grow text-right font-semibold tabular-nums">{formatPrice(line.sumCents)}</span>
        </div>
      </div>
    </li>
  )
}

/** `showsText` is true if the line has no field that shows the fan's text of a personalised product. */
function LineDetails({ item, showsText }: { item: CartPart; showsText: boolean }) {
  return (
    <>
      {item.eventId === null ? (
        // Only merch shows its type, because two products of different types may have the same name.
        <Facts
          facts={[
            item.productType,
            item.productColor,
            variantText(item.variantName),
            showsText ? item.personalIdentifier : null,
          ]}
          isOf={item}
        />
      ) : (
        <>
          <Facts facts={[dateText(item), venueText(item)]} isOf={item} />
          <Facts facts={[...placeFacts(item.seat, item.variantName), namesText(item)]} isOf={item} />
        </>
      )}
      <VoucherShare item={item} />
    </>
  )
}

type PersonalTextProps = { item: CartItem; name: string; onProblem: (message: Message) => void }

function PersonalText({ item, name, onProblem }: PersonalTextProps) {
  const { isPending, updatePersonalIdentifier } = useUpdatePersonalIdentifier()
  const [text, setText] = useState(item.personalIdentifier ?? '')
  const isSaved = text.trim() === (item.personalIdentifier ?? '')
  return (
    <form
      className="mt-2 flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSaved || text.trim() === '') return
        updatePersonalIdentifier(item.id, text.trim()).catch((error: unknown) => onProblem(() => errorText(error)))
      }}
    >
      <WrappedInput
        className="min-w-0 grow"
        aria-label={item.personalLabel ? `${item.personalLabel}: ${name}` : m.cart_personal_label({ item: name })}
        placeholder={item.personalLabel ?? m.cart_personalise()}
        maxLength={PERSONAL_IDENTIFIER_LENGTH}
        value={text}
        onChange={setText}
      />
      {!isSaved && (
        <button type="submit" disabled={isPending} className="button-secondary">
          {m.cart_save()}
        </button>
      )}
    </form>
  )
}
