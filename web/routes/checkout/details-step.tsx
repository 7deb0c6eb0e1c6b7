/**
 * Step 2 of the checkout: addresses and e-mail. If a postal code or a street is probably wrong, the visitor must correct or
 * confirm it (ADDR-03).
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type Details, type DetailsInput, detailsSchema } from '../../../schema/inputs/checkout.ts'
import { useChangeCountry } from '../../cart/use-cart.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { useProblem } from '../../ui/problem.ts'
import { AddressFields } from './address-fields.tsx'
import { lacksHouseNumber, postCodeLooksWrong } from './address-hints.ts'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useCountries } from './countries.ts'
import type { DetailsChanges } from './details-saver.ts'
import { Field } from './field.tsx'
import { fieldProblem } from './field-problem.ts'
import { emptyAddress, type Preferences } from './preferences.ts'
import { StepGuard } from './step-guard.tsx'
import { stepPath } from './steps.ts'
import { CheckoutSums } from './sums.tsx'
import type { LoadedCheckout } from './use-checkout.ts'

/** Only a mistyped address needs it, so it loads after the form. */
const EmailHint = optionalPart(() => import('./email-hint.tsx'))

export default function DetailsStep() {
  return <StepGuard step="details">{(checkout) => <DetailsForm {...checkout} />}</StepGuard>
}

/** A postal code or a street that is probably wrong, but may be right. */
type Doubt =
  | { about: 'postCode'; kind: 'shippingAddress' | 'billingAddress'; postCode: string; country: string }
  | { about: 'number'; kind: 'shippingAddress' | 'billingAddress'; street: string }

function DetailsForm(checkout: LoadedCheckout) {
  const { cart, preferences, remoteVersion, save, flush, isFree } = checkout
  const navigate = useNavigate()
  const countries = useCountries()
  const { changeCountry } = useChangeCountry()
  const [doubts, setDoubts] = useState<Doubt[]>([])
  const [problem, setProblem] = useProblem()
  const form = useForm<DetailsInput, unknown, Details>({
    resolver: zodResolver(detailsSchema),
    mode: 'onTouched',
    defaultValues: valuesOf(preferences),
  })
  const { register, control, handleSubmit, setValue, setFocus, watch, formState, reset } = form
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { unsubscribe } = watch((_values, { name }) => {
      if (name) save(draftOf(form.getValues()))
    })
    return unsubscribe
  }, [watch, form, save])
  const latest = useRef(preferences)
  latest.current = preferences
  useEffect(() => {
    // Another tab or device has changed the input. While the buyer types here, the newer input is the one of this tab.
    if (remoteVersion > 0 && !root.current?.contains(document.activeElement)) reset(valuesOf(latest.current))
  }, [remoteVersion, reset])
  const hasBilling = watch('billingAddress') !== null
  const email = watch('email')

  function submit(details: Details): Promise<void> | undefined {
    const open = findDoubts(details, (code) => countries.find(({ countryCode }) => countryCode === code)?.name ?? code)
    setDoubts(open)
    return open.length === 0 ? saveAndContinue(details) : undefined
  }

  async function saveAndContinue(details: Details): Promise<void> {
    setProblem(null)
    const { countryCode } = details.shippingAddress
    try {
      if (countryCode !== cart.countryCode) {
        await changeCountry(countryCode)
        save({ ...details, shippingMethod: null, paymentMethod: null })
      } else save(details)
    } catch (error) {
      setProblem(() => errorText(error))
      return
    }
    await navigate(stepPath(isFree ? 'confirm' : 'payment'))
  }

  const [doubt, ...moreDoubts] = doubts
  return (
    <CheckoutShell step="details" heldUntil={cart.heldUntil}>
      <StepNotice text={problem} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <form ref={root} noValidate onSubmit={handleSubmit(submit)} onBlur={flush} className="max-w-2xl">
          <p className="mb-6 text-sm text-muted">{m.checkout_required_note()}</p>
          <fieldset>
            <legend className="display display-4 mb-4">
              {cart.physical ? m.checkout_shipping_address() : m.checkout_contact_address()}
            </legend>
            <AddressFields kind="shippingAddress" register={register} control={control} countries={countries} />
          </fieldset>
          <Field
            id="email"
            label={m.checkout_email()}
            hint={m.checkout_email_text()}
            problem={
              formState.errors.email
                ? email.trim() === ''
                  ? m.checkout_field_required()
                  : fieldProblem(formState.errors.email, 254)
                : null
            }
            className="mt-5"
          >
            {(described) => (
              <>
                <input
                  {...register('email')}
                  {...described}
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  spellCheck={false}
                  maxLength={254}
                  className="field"
                />
                <EmailHint
                  email={email}
                  onUse={(suggestion) => {
                    setValue('email', suggestion, { shouldValidate: true, shouldDirty: true })
                    setFocus('email')
                  }}
                />
              </>
            )}
          </Field>
          <label className="mt-6 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={hasBilling}
              onChange={(event) =>
                setValue('billingAddress', event.target.checked ? emptyAddress(cart.countryCode) : null, {
                  shouldDirty: true,
                })
              }
            />
            {m.checkout_billing_differs()}
          </label>
          {hasBilling && (
            <fieldset className="mt-6">
              <legend className="display display-4 mb-4">{m.checkout_billing_address()}</legend>
              <AddressFields kind="billingAddress" register={register} control={control} countries={countries} />
            </fieldset>
          )}
          <div className="mt-10 flex flex-col-reverse gap-3 sm:flex-row">
            <ShopLink to={stepPath('cart')} className="button-secondary">
              {m.checkout_back()}
            </ShopLink>
            <button type="submit" className="button-primary grow" aria-disabled={formState.isSubmitting}>
              {isFree ? m.checkout_next_confirm() : m.checkout_next_payment()}
            </button>
          </div>
        </form>
        <aside aria-label={m.checkout_summary()} className="hidden lg:sticky lg:top-28 lg:block lg:self-start">
          <CheckoutSums checkout={checkout} />
        </aside>
      </div>
      {doubt && (
        <ConfirmDialog
          key={`${doubt.kind}-${doubt.about}`}
          title={doubt.about === 'postCode' ? m.checkout_post_code_title() : m.checkout_no_number_title()}
          onCheck={() => {
            setDoubts([])
            // The form cannot take the focus until the modal dialog is closed.
            requestAnimationFrame(() =>
              setFocus(doubt.about === 'postCode' ? `${doubt.kind}.postCode` : `${doubt.kind}.address`),
            )
          }}
          onContinue={() => {
            setDoubts(moreDoubts)
            if (moreDoubts.length === 0) void handleSubmit(saveAndContinue)()
          }}
        >
          {doubt.about === 'postCode'
            ? m.checkout_post_code_text({ postCode: doubt.postCode, country: doubt.country })
            : m.checkout_no_number_text({ street: doubt.street })}
        </ConfirmDialog>
      )}
    </CheckoutShell>
  )
}

function valuesOf({ email, shippingAddress, billingAddress }: Preferences): DetailsInput {
  return { email, shippingAddress, billingAddress }
}

/** The form's values as they are, complete or not. */
function draftOf({ email, shippingAddress, billingAddress }: DetailsInput): DetailsChanges {
  const draft = (address: DetailsInput['shippingAddress']) => ({
    ...address,
    company: address.company ?? '',
    address2: address.address2 ?? '',
  })
  return { email, shippingAddress: draft(shippingAddress), billingAddress: billingAddress && draft(billingAddress) }
}

function findDoubts(details: Details, nameOf: (countryCode: string) => string): Doubt[] {
  const kinds = ['shippingAddress', 'billingAddress'] as const
  return kinds.flatMap((kind) => {
    const address = details[kind]
    if (!address) return []
    const doubts: Doubt[] = []
    if (postCodeLooksWrong(address.postCode, address.countryCode)) {
      doubts.push({ about: 'postCode', kind, postCode: address.postCode, country: nameOf(address.countryCode) })
    }
    if (lacksHouseNumber(address.address)) doubts.push({ about: 'number', kind, street: address.address })
    return doubts
  })
}
