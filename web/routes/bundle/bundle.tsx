/**
 * BND-01, BND-02: the page of a bundle, where visitors choose its parts. A bundle with `meta.root: false` redirects to its
 * product page.
 */

import { useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { BundlePageDocument } from '../../../schema/generated/operations.ts'
import { productTitle } from '../../../schema/subject-title.ts'
import { Breadcrumb } from '../../catalogue/breadcrumb.tsx'
import { DeliveryTime } from '../../catalogue/delivery-time.tsx'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { QueryView } from '../../catalogue/query-view.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { productMeta } from '../../data/meta.ts'
import { usePage } from '../../data/page.tsx'
import { useOperation } from '../../data/query.ts'
import { useRouteParams } from '../../data/route-params.ts'
import { randomKey } from '../../data/visit.ts'
import { m } from '../../i18n/messages.ts'
import { quotedName } from '../../i18n/quoted-name.ts'
import { FirstViewEnd } from '../../ui/first-view-end.tsx'
import { FittedTitle } from '../../ui/fitted-title.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { SplitSkeleton } from '../../ui/split-skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { AddButton } from '../product/add-button.tsx'
import { AgeGate } from '../product/age-gate.tsx'
import { Gallery } from '../product/gallery.tsx'
import { amountLimit } from '../product/purchase-rules.ts'
import { BundleSideInfo } from '../product/side-info.tsx'
import { useAddToCart } from '../product/use-add-to-cart.ts'
import { BundlePrice } from './bundle-price.tsx'
import { CombinationChoice } from './combination-choice.tsx'
import { GroupChoice } from './group-choice.tsx'
import { PartChoice } from './part-choice.tsx'
import { Promoters } from './promoters.tsx'
import { saleTextOf } from './sale-text.ts'
import {
  type Bundle,
  type BundleProduct,
  bundleIsAvailable,
  bundleIsComplete,
  bundleRequests,
  containsTickets,
  EMPTY_SELECTION,
  groupSlots,
  isOfCombination,
  isWithoutChoice,
  namedKind,
  parcelsOf,
  partsThatClose,
  productsOfBundle,
  type Selection,
  type Slot,
  slotIsFilled,
  takesOneTicket,
} from './selection.ts'
import { listedSlots, sizeSelection, sizeSlot, withSize } from './size-slot.ts'

export default function BundlePage() {
  const { slug = '' } = useRouteParams()
  const query = useOperation(BundlePageDocument, { slug })
  return (
    <QueryView query={query} subject={({ product }) => product} skeleton={<SplitSkeleton />}>
      {(product) =>
        product.hidden || product.href !== `/bundle/${slug}` || !product.bundle ? (
          <Navigate to={product.hidden ? '/' : product.href} replace />
        ) : (
          <BundleView product={product} bundle={product.bundle} />
        )
      }
    </QueryView>
  )
}

function BundleView({ product, bundle }: { product: BundleProduct; bundle: Bundle }) {
  const { shop, meta } = usePage()
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION)
  const { state, problem, setProblem, reset, add } = useAddToCart(null)
  const [showsMissing, setShowsMissing] = useState(false)
  const [amount, setAmount] = useState(1)
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  // The marks of the open choices appear with this render. They may be screens above the button.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-open]')?.focus()
  }, [refusals])
  const pick = useRef<HTMLDivElement>(null)
  const [picks, setPicks] = useState(0)
  // This render removes the pressed button. The focus moves to the open choice of the combination, or else to the first button.
  useEffect(() => {
    if (picks === 0) return
    const open = pick.current?.querySelector<HTMLElement>('ol :is(select, input):enabled')
    const next = open ?? pick.current?.querySelector<HTMLElement>('button:enabled')
    next?.focus()
  }, [picks])

  const { disclaimer } = productMeta(product)
  const sizes = sizeSlot(product, bundle, selection.option)
  const slots = listedSlots(bundle, selection.option, sizes)
  const ofCombination = sizes ? [] : slots.filter(isOfCombination)
  const others = slots.filter((slot) => !ofCombination.includes(slot))
  const shown = sizes ? sizeSelection(sizes, selection) : selection
  const isComplete = bundleIsComplete(bundle, selection)
  const isUnavailable = !product.available || !bundleIsAvailable(bundle, selection.option)
  const maximum = isWithoutChoice(bundle) ? amountLimit(product.cartLimit, null, false) : 1
  const count = Math.min(amount, Math.max(maximum, 1))

  const change = (next: Selection) => {
    setSelection(next)
    reset()
  }
  const choose = (slotId: string, variantId: string) =>
    change(
      slotId === sizes?.id
        ? withSize(sizes, selection, variantId)
        : { ...selection, variants: { ...selection.variants, [slotId]: variantId } },
    )
  const setText = (slotId: string, text: string) =>
    change({ ...selection, texts: { ...selection.texts, [slotId]: text } })
  const setTickets = (slotId: string, tickets: number) =>
    change({ ...selection, tickets: { ...selection.tickets, [slotId]: tickets } })

  async function submit(): Promise<void> {
    if (!isComplete) {
      setShowsMissing(true)
      setProblem(m.bundle_incomplete)
      setRefusals(refusals + 1)
      return
    }
    const keys = Array.from({ length: count }, randomKey)
    if (!(await add(keys.flatMap((key) => bundleRequests(product, bundle, selection, key))))) return
    setSelection(EMPTY_SELECTION)
    setAmount(1)
    setShowsMissing(false)
  }

  const partChoice = (slot: Slot) => (
    <PartChoice
      // The id of the slot changes with the chosen size. A constant key keeps the focus on the radio button of the size.
      key={slot === sizes ? 'sizes' : slot.id}
      slot={slot}
      selection={shown}
      isMissing={showsMissing && !slotIsFilled(slot, shown)}
      onChoose={choose}
      onWrite={setText}
      onCount={setTickets}
    />
  )

  return (
    <>
      <PageTitle title={productTitle(product)} />
      {product.shippingRequirements.includes('over_18') && <AgeGate />}
      <Breadcrumb categories={product.categories} current={product.name} />
      <article className="page grid gap-x-16 gap-y-8 pt-4 md:grid-cols-[minmax(0,6fr)_minmax(0,6fr)] md:pt-6">
        <div className="min-w-0 md:sticky md:top-28 md:self-start">
          <Gallery product={{ ...product, overlayDetailImage: null }} />
        </div>
        <div className="min-w-0">
          {product.artist && (
            <p className="label">
              <ShopLink to={product.artist.href} className="text-link">
                {product.artist.displayName}
              </ShopLink>
            </p>
          )}
          <FittedTitle text={product.name} size="display-2" className="mt-2" />
          <p className="mt-1 text-muted">{product.productType}</p>
          {!isUnavailable && (
            <div className="mt-5">
              <BundlePrice product={product} bundle={bundle} selection={selection} amount={count} />
            </div>
          )}
          {product.description !== '' && <RichText html={product.description} className="mt-5" />}
          {disclaimer && <RichText html={disclaimer} className="mt-4 font-medium text-danger" />}
          {meta.bundle_notice && (
            <RichText html={meta.bundle_notice} className="mt-4 rounded-lg bg-surface px-4 py-3" />
          )}
          {shop.orderMergingAllowed && !containsTickets(bundle) && (
            <p className="mt-4 text-sm text-muted">{m.bundle_merge_note()}</p>
          )}
          {isUnavailable ? (
            <form className="mt-6 flex flex-wrap gap-3">
              <AddButton
                state="disabled"
                missing={null}
                problem={product.errorText ?? saleTextOf(partsThatClose(bundle)) ?? m.error_bundle_not_available()}
              />
            </form>
          ) : (
            <form
              ref={form}
              className="mt-8"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                if (state !== 'loading') void submit()
              }}
            >
              <h2 className="display-3">{m.bundle_contents()}</h2>
              <div ref={pick}>
                {bundle.combinations.length > 0 && !sizes && (
                  <CombinationChoice
                    product={product}
                    bundle={bundle}
                    chosen={selection.option}
                    isMissing={showsMissing && selection.option === null}
                    onChoose={(option) => {
                      change({ ...selection, option })
                      setPicks(picks + 1)
                    }}
                  />
                )}
                {ofCombination.length > 0 && <ol className="mt-4 rule-t">{ofCombination.map(partChoice)}</ol>}
              </div>
              {others.length > 0 && (
                <ol className={ofCombination.length > 0 ? undefined : 'mt-4 rule-t'}>{others.map(partChoice)}</ol>
              )}
              {bundle.additionalProductGroup.length > 0 && (
                <GroupChoice
                  slots={groupSlots(bundle)}
                  selection={selection}
                  onChange={change}
                  onWrite={setText}
                  onCount={setTickets}
                />
              )}
              <div className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-3">
                <BundlePrice
                  product={product}
                  bundle={bundle}
                  selection={selection}
                  amount={count}
                  label={m.bundle_total()}
                >
                  <DeliveryTime parcels={parcelsOf(product, bundle, selection)} />
                </BundlePrice>
                {maximum > 1 && (
                  <Stepper
                    label={m.product_amount()}
                    amount={count}
                    minimum={1}
                    maximum={maximum}
                    onChange={setAmount}
                  />
                )}
                <AddButton state={state} missing={isComplete ? null : m.bundle_incomplete()} problem={problem} />
              </div>
              {takesOneTicket(bundle) && <p className="mt-3 text-sm text-muted">{m.bundle_ticket_limit()}</p>}
            </form>
          )}
          <Promoters bundle={bundle} />
          <BundleSideInfo
            bundle={product}
            parts={productsOfBundle(bundle).map((part) => ({ product: part, name: namedKind(part) }))}
          />
        </div>
      </article>
      <FirstViewEnd />
      {product.artist && !shop.isBand && (
        <p className="page mt-8">
          <ShopLink to={product.artist.href} className="text-link font-semibold">
            {m.product_all_by({ artist: quotedName(product.artist.displayName) })}
          </ShopLink>
        </p>
      )}
    </>
  )
}
