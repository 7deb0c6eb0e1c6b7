/** The elements of the script that replaces Stripe.js: card fields, and wallet buttons with a simulated wallet. */
import type {
  ClickResolveDetails,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeError,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { add, addresses, allow, euro, input, type Known, refuse, shadowOf, texts } from './parts.ts'

export type Options = StripeElementsOptionsMode & { amount: number }
type Ending = 'paid' | 'declined' | 'action'
type Handler = (event: never) => unknown

/** What createConfirmationToken takes from an element. */
type Source = {
  submit(): StripeError | null
  source(): { type: 'card' | 'link'; number: string | null; ending: Ending; payer: Payer }
}
type Payer = { email: string | null; name: string | null }

class Element {
  readonly handlers = new Map<string, Handler>()
  host: HTMLElement | null = null
  on(type: string, handler: Handler) {
    this.handlers.set(type, handler)
    return this
  }
  emit(type: string, event: object) {
    return this.handlers.get(type)?.(event as never)
  }
  mount(target: HTMLElement | string) {
    const parent = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!parent) return refuse('The selector matches no element')
    const root = shadowOf(parent)
    this.host = root.host as HTMLElement
    this.render(root)
  }
  render(_root: ShadowRoot): void {}
  destroy() {
    this.host?.remove()
  }
}

class PaymentFields extends Element implements Source {
  fields: HTMLInputElement[] = []
  error: HTMLElement | null = null
  readonly text: typeof texts.de
  constructor(text: typeof texts.de) {
    super()
    this.text = text
  }
  override render(root: ShadowRoot) {
    const row = document.createElement('div')
    row.className = 'row'
    this.fields = [
      input(root, this.text.number, 'cc-number'),
      input(row, this.text.expiry, 'cc-exp'),
      input(row, this.text.cvc, 'cc-csc'),
    ]
    root.append(row)
    this.error = add(root, 'p', '', { className: 'error', role: 'alert' })
    queueMicrotask(() => this.emit('ready', { elementType: 'payment' }))
  }
  submit(): StripeError | null {
    const empty = this.fields.find(({ value }) => value.trim() === '')
    if (this.error) this.error.textContent = empty ? this.text.incomplete : ''
    empty?.focus()
    return empty ? ({ type: 'validation_error', message: this.text.incomplete } as StripeError) : null
  }
  source() {
    const number = this.fields[0]?.value.replace(/\D/g, '') ?? ''
    return { type: 'card' as const, number, ending: 'paid' as const, payer: { email: null, name: null } }
  }
}

class WalletButtons extends Element implements Source {
  ending: Ending = 'paid'
  payer: Payer = { email: null, name: null }
  type: 'card' | 'link' = 'card'
  readonly text: typeof texts.de
  readonly group: Elements
  readonly isWhite: boolean
  constructor(text: typeof texts.de, group: Elements, isWhite: boolean) {
    super()
    this.text = text
    this.group = group
    this.isWhite = isWhite
  }
  override render(root: ShadowRoot) {
    const row = add(root, 'div', '', { className: this.isWhite ? 'row white' : 'row' })
    for (const [wallet, name] of [
      ['google_pay', 'Google Pay'],
      ['link', 'Link'],
    ] as const) {
      add(row, 'button', `${this.text.order} ${name}`, { type: 'button' }).onclick = () => this.open(wallet)
    }
    const hasNone = document.cookie.includes('sandbox_wallets=none')
    if (hasNone) row.remove()
    const availablePaymentMethods = hasNone ? undefined : { googlePay: true, link: true, applePay: false }
    queueMicrotask(() => this.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods }))
  }
  submit() {
    return null
  }
  source() {
    return { type: this.type, number: null, ending: this.ending, payer: this.payer }
  }
  open(wallet: 'google_pay' | 'link') {
    let details: ClickResolveDetails | null = null
    this.emit('click', {
      elementType: 'expressCheckout',
      expressPaymentType: wallet,
      resolve: (given: ClickResolveDetails = {}) => {
        details = given
      },
      reject: () => undefined,
    })
    if (details) this.sheet(wallet, details)
  }
  sheet(wallet: 'google_pay' | 'link', details: ClickResolveDetails) {
    const root = shadowOf(document.body)
    const dialog = add(root, 'dialog', '', { ariaLabel: this.text.wallet })
    const form = add(dialog, 'form', '', { method: 'dialog' })
    add(form, 'h2', this.text.wallet)
    const total = add(form, 'p')
    const known = add(add(form, 'label', this.text.to), 'select')
    addresses.forEach(({ name, line1, country }, at) => {
      add(known, 'option', `${name}, ${line1}, ${country}`, { value: String(at) })
    })
    const rates = add(add(form, 'label', this.text.shipping), 'select')
    for (const { id, displayName, amount } of details.shippingRates ?? [])
      add(rates, 'option', `${displayName} (${euro(amount)})`, { value: id })
    const problem = add(form, 'p', '', { className: 'error', role: 'alert' })
    const chosen = (): Known => addresses[Number(known.value)] ?? (addresses[0] as Known)
    const rate = () => details.shippingRates?.find(({ id }) => id === rates.value)
    const show = () => {
      total.textContent = euro(this.group.options.amount)
    }
    const pays = (['paid', 'declined', 'action'] as const).map((ending) => {
      const label = { paid: this.text.pay, declined: this.text.declined, action: this.text.action }[ending]
      const button = add(form, 'button', label, { type: 'button' })
      button.onclick = () => this.confirm(wallet, ending, chosen(), rate(), root)
      return button
    })
    const close = () => {
      root.host.remove()
      this.emit('cancel', { elementType: 'expressCheckout' })
    }
    add(form, 'button', this.text.cancel, { type: 'button', className: 'quiet' }).onclick = close
    dialog.oncancel = close
    const enable = (isDeliverable: boolean) => {
      for (const button of pays) button.disabled = !isDeliverable
      problem.textContent = isDeliverable ? '' : this.text.refused
    }
    known.onchange = () => {
      const { name, city, state, postal_code, country } = chosen()
      this.emit('shippingaddresschange', {
        name,
        address: { city, state, postal_code, country },
        resolve: () => enable(true),
        reject: () => enable(false),
      })
    }
    rates.onchange = () => {
      this.emit('shippingratechange', { shippingRate: rate(), resolve: show, reject: () => undefined })
    }
    show()
    dialog.showModal()
    if (details.shippingAddressRequired) known.onchange(new Event('change'))
  }
  confirm(
    wallet: 'google_pay' | 'link',
    ending: Ending,
    known: Known,
    shippingRate: StripeExpressCheckoutElementConfirmEvent['shippingRate'],
    root: ShadowRoot,
  ) {
    const { name, ...address } = known
    const email = `${name.toLowerCase().replace(' ', '.')}.${ending}@example.org`
    Object.assign(this, { ending, type: wallet === 'link' ? 'link' : 'card', payer: { email, name } })
    root.host.remove()
    const event: StripeExpressCheckoutElementConfirmEvent = {
      expressPaymentType: wallet,
      billingDetails: { name, email, address },
      shippingAddress: { name, address },
      ...(shippingRate ? { shippingRate } : {}),
      paymentFailed: () => undefined,
    }
    this.emit('confirm', event)
  }
}

export class Elements {
  element: PaymentFields | WalletButtons | null = null
  options: Options
  constructor(options: Options) {
    this.options = options
    allow(options, ['mode', 'amount', 'currency', 'allowedPaymentMethodTypes', 'locale', 'appearance'])
    if (options.mode !== 'payment') refuse('options.mode must be payment')
    this.check()
  }
  check() {
    const { amount, currency } = this.options
    if (!Number.isInteger(amount) || amount <= 0) refuse('options.amount must be a positive integer')
    if (currency !== 'eur') refuse('options.currency must be a lower-case code')
  }
  create(
    type: 'payment' | 'expressCheckout',
    options: StripePaymentElementOptions | StripeExpressCheckoutElementOptions,
  ) {
    const text = texts[this.options.locale === 'en' ? 'en' : 'de']
    if (type === 'payment') {
      allow(options, ['fields', 'wallets', 'layout'])
      this.element = new PaymentFields(text)
    } else {
      allow(options, ['buttonHeight', 'buttonType', 'buttonTheme', 'layout', 'paymentMethods'])
      const isWhite = 'buttonTheme' in options && options.buttonTheme?.googlePay === 'white'
      this.element = new WalletButtons(text, this, isWhite)
    }
    return this.element
  }
  getElement() {
    return this.element
  }
  update(changes: StripeElementsUpdateOptions) {
    allow(changes, ['amount', 'locale', 'appearance'])
    Object.assign(this.options, changes)
    this.check()
  }
  async submit(): Promise<{ error?: StripeError }> {
    const error = this.element?.submit()
    return error ? { error } : {}
  }
}
