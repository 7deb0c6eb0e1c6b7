/** Texts, styles and helpers of the script that replaces Stripe.js. */
import type { StripeError } from '@stripe/stripe-js'

type Failure = { error: StripeError }

/** The sandbox's address, from the script's own. */
const base = new URL('.', (document.currentScript as HTMLScriptElement).src).href
const style = new CSSStyleSheet()
style.replaceSync(`
  * { box-sizing: border-box; min-width: 0; }
  :host { display: block; color: inherit; font: 16px/1.4 system-ui, sans-serif; }
  label { display: grid; gap: 4px; margin-bottom: 10px; }
  input, select { font: inherit; padding: 10px; min-height: 44px; border: 1px solid #767b86; border-radius: 8px; color: #16181d; background: #fff; }
  button { font: inherit; font-weight: 600; min-height: 48px; padding: 10px 16px; border: 1px solid #16181d; border-radius: 8px; background: #16181d; color: #fff; cursor: pointer; }
  .row button { height: 48px; padding: 0 8px; font-size: 14px; line-height: 1.1; }
  .white button { background: #fff; color: #16181d; }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
  .error { margin: 4px 0 0; color: #b42318; background: #fff; }
  dialog { color: #16181d; background: #fff; border: 0; border-radius: 14px; padding: 20px; width: min(28rem, calc(100% - 2rem)); }
  dialog form { display: grid; gap: 10px; }
  dialog iframe { width: 100%; height: 26rem; border: 0; }
  dialog .quiet { background: #fff; color: #16181d; }
  h2, p { margin: 0 0 8px; font-size: 18px; } p { font-size: 16px; }`)

export const texts = {
  de: {
    number: 'Kartennummer',
    expiry: 'Ablaufdatum',
    cvc: 'Prüfnummer',
    incomplete: 'Die Kartendaten sind unvollständig.',
    order: 'Bestellen mit',
    wallet: 'Test-Wallet',
    to: 'Lieferadresse',
    shipping: 'Versand',
    pay: 'Bezahlen',
    declined: 'Bezahlen mit abgelehnter Karte',
    action: 'Bezahlen mit 3-D Secure',
    cancel: 'Abbrechen',
    refused: 'An diese Adresse wird nicht geliefert.',
    bank: 'Freigabe bei deiner Bank',
  },
  en: {
    number: 'Card number',
    expiry: 'Expiry date',
    cvc: 'Security code',
    incomplete: 'Your card details are incomplete.',
    order: 'Order with',
    wallet: 'Test wallet',
    to: 'Delivery address',
    shipping: 'Shipping',
    pay: 'Pay',
    declined: 'Pay with a declined card',
    action: 'Pay with 3-D Secure',
    cancel: 'Cancel',
    refused: 'This address is not delivered to.',
    bank: 'Approval at your bank',
  },
}
export const addresses = [
  {
    name: 'Ida Falk',
    line1: 'Hafenstraße 7',
    line2: null,
    postal_code: '20459',
    city: 'Hamburg',
    state: '',
    country: 'DE',
  },
  {
    name: 'Toni Berger',
    line1: 'Gumpendorfer Straße 12',
    line2: null,
    postal_code: '1060',
    city: 'Wien',
    state: '',
    country: 'AT',
  },
]
export type Known = (typeof addresses)[number]

export const refuse = (message: string): never => {
  const error = new Error(message)
  error.name = 'IntegrationError'
  throw error
}
export const allow = (what: object, names: string[]) => {
  for (const name of Object.keys(what)) if (!names.includes(name)) refuse(`Unrecognized option: ${name}`)
}
export const euro = (cents: number) => `${(cents / 100).toFixed(2).replace('.', ',')} €`

export async function ask<Answer>(action: string, body: object): Promise<Answer | Failure> {
  const response = await fetch(`${base}stripe-js/${action}`, { method: 'POST', body: JSON.stringify(body) })
  return response.json()
}

export function shadowOf(parent: HTMLElement): ShadowRoot {
  const host = document.createElement('div')
  parent.appendChild(host)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [style]
  return root
}
export function add<Name extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: Name,
  text = '',
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(text)
  parent.appendChild(element)
  return element
}
export function input(parent: Node, label: string, autocomplete: AutoFill): HTMLInputElement {
  return add(add(parent, 'label', label), 'input', '', { inputMode: 'numeric', autocomplete })
}
