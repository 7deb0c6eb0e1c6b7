/**
 * Step 2 of the checkout: addresses and email. If a postal code or a street is probably wrong, the visitor must correct or
 * confirm it (ADDR-03). A change of the delivery country takes effect at once, because the total depends on it.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Details } from '../../../schema/inputs/checkout.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import { AddressFields } from './address-fields.tsx'
import type { Doubt } from './address-hints.ts'
import { CheckoutShell, StepNotice } from './checkout-shell.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { allCountries, countryName, useCountries } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { fieldProblem } from './field-problem.ts'
import { goToNextField } from './next-field.ts'
import { OrderSummary } from './order-summary.tsx'
import { emptyAddress } from './preferences.ts'
import { StepButtons } from './step-buttons.tsx'
import { StepGuard } from './step-guard.tsx'
import { stepPath } from './steps.ts'
import type { LoadedCheckout } from './use-checkout.ts'
import { useDeliveryCountry } from './use-delivery-country.ts'
import { type DetailsValues, focusField, useDetailsForm } from './use-details-form.ts'

/** Only a mistyped address needs it, so it loads after the form. */
const EmailHint = optionalPart(() => import('./email-hint.tsx'))

const loadHints = () => import('./address-hints.ts')

export default function DetailsStep() {
  return <StepGuard step="details">{(checkout) => <DetailsForm {...checkout} />}</StepGuard>
}

function DetailsForm(checkout: LoadedCheckout) {
  const { cart, preferences, remoteVersion, save, flush, isFree, notice, clearNotice } = checkout
  const { locale } = usePage()
  const navigate = useNavigate()
  const countries = useCountries()
  const country = useDeliveryCountry(checkout)
  const [doubts, setDoubts] = useState<Doubt[]>([])
  const [isSubmitting, setIsSubmitting] = useState(false)
  const { countryCode } = cart
  const form = useDetailsForm(valuesOf(preferences, countryCode), save)
  const { values, problems } = form
  const root = useRef<HTMLFormElement>(null)
  useEffect(() => {
    loadHints().catch(() => {})
  }, [])
  const latest = useRef({ form, preferences })
  latest.current = { form, preferences }
  useEffect(() => {
    // The cart has the delivery country. The buyer may change it in this form, on the first step or in another tab.
    const { form } = latest.current
    form.replace(valuesOf(form.values, countryCode))
  }, [countryCode])
  useEffect(() => {
    // Another tab or device has changed the input. While the buyer types here, the newer input is the one of this tab.
    if (remoteVersion === 0 || root.current?.contains(document.activeElement)) return
    latest.current.form.replace(valuesOf(latest.current.preferences, countryCode))
  }, [remoteVersion, countryCode])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const details = form.submit()
    if (!details || isSubmitting) return
    setIsSubmitting(true)
    // If the code for the questions does not load, the form accepts the input, as after "continue anyway".
    const open = await loadHints().then(
      ({ findDoubts }) => findDoubts(details),
      () => [],
    )
    setIsSubmitting(false)
    setDoubts(open)
    if (open.length === 0) await saveAndContinue(details)
  }

  async function saveAndContinue(details: Details): Promise<void> {
    save(details)
    await navigate(stepPath(isFree ? 'confirm' : 'payment'))
  }

  const billing = values.billingAddress
  const [doubt, ...moreDoubts] = doubts
  return (
    <CheckoutShell step="details" heldUntil={cart.heldUntil} isFree={isFree} isShipped={cart.physical}>
      <StepNotice text={country.problem ?? notice} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <OrderSummary checkout={checkout} />
        <form
          ref={root}
          noValidate
          onSubmit={(event) => void submit(event)}
          onBlur={flush}
          onKeyDown={goToNextField}
          className="max-w-2xl"
        >
          <ErrorSummary form={form} />
          <fieldset>
            <legend className="display display-4 mb-4">
              {cart.physical ? m.checkout_shipping_address() : m.checkout_contact_address()}
            </legend>
            <AddressFields kind="shippingAddress" form={form}>
              {(attributes) => (
                <CountrySelect
                  {...attributes}
                  name="shippingAddress.countryCode"
                  countries={countries}
                  value={country.requested ?? countryCode}
                  aria-busy={country.requested !== null}
                  onChange={(event) => {
                    clearNotice()
                    void country.change(event.target.value)
                  }}
                />
              )}
            </AddressFields>
          </fieldset>
          <Field
            id="email"
            label={m.checkout_email()}
            hint={m.checkout_email_text()}
            problem={
              problems.email !== undefined && values.email.trim() === ''
                ? m.checkout_field_required()
                : fieldProblem(problems.email, 254)
            }
            className="mt-5"
          >
            {(described) => (
              <>
                <input
                  {...described}
                  name="email"
                  value={values.email}
                  onChange={(event) => form.setField('email', event.target.value)}
                  onBlur={() => form.leaveField('email')}
                  type="email"
                  inputMode="email"
                  enterKeyHint={billing ? 'next' : 'go'}
                  autoComplete="email"
                  spellCheck={false}
                  maxLength={254}
                  aria-required
                  className="field"
                />
                <EmailHint
                  email={values.email}
                  onUse={(suggestion) => {
                    form.setField('email', suggestion)
                    focusField('email')
                  }}
                />
              </>
            )}
          </Field>
          <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={billing !== null}
              onChange={(event) => form.setBilling(event.target.checked ? emptyAddress(countryCode) : null)}
            />
            {m.checkout_billing_differs()}
          </label>
          {billing && (
            <fieldset className="mt-6">
              <legend className="display display-4 mb-4">{m.checkout_billing_address()}</legend>
              <AddressFields kind="billingAddress" form={form}>
                {(attributes) => (
                  <CountrySelect
                    {...attributes}
                    name="billingAddress.countryCode"
                    countries={allCountries(locale)}
                    value={billing.countryCode}
                    onChange={(event) => form.setField('billingAddress.countryCode', event.target.value)}
                  />
                )}
              </AddressFields>
            </fieldset>
          )}
          <div className="mt-8">
            <StepButtons back={stepPath('cart')}>
              <button type="submit" className="button-primary" aria-disabled={isSubmitting}>
                {isFree ? m.checkout_next_confirm() : m.checkout_next_payment()}
              </button>
            </StepButtons>
          </div>
        </form>
      </div>
      {doubt && (
        <ConfirmDialog
          key={`${doubt.kind}-${doubt.about}`}
          title={doubt.about === 'postCode' ? m.checkout_post_code_title() : m.checkout_no_number_title()}
          onCheck={() => {
            setDoubts([])
            // The form cannot take the focus until the modal dialog is closed.
            requestAnimationFrame(() =>
              focusField(doubt.about === 'postCode' ? `${doubt.kind}.postCode` : `${doubt.kind}.address`),
            )
          }}
          onContinue={() => {
            setDoubts(moreDoubts)
            const details = moreDoubts.length === 0 ? form.submit() : null
            if (details) void saveAndContinue(details)
          }}
        >
          {doubt.about === 'postCode'
            ? m.checkout_post_code_text({
                postCode: doubt.postCode,
                country: countryName(doubt.countryCode, locale),
              })
            : m.checkout_no_number_text({ street: doubt.street })}
        </ConfirmDialog>
      )}
    </CheckoutShell>
  )
}

function valuesOf({ email, shippingAddress, billingAddress }: DetailsValues, countryCode: string): DetailsValues {
  return { email, shippingAddress: { ...shippingAddress, countryCode }, billingAddress }
}
