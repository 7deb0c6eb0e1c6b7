/**
 * Shows PayPal's window, in which the buyer approves an order. The page shows the amount, the account with its address, and
 * the cases to play through. Its last page tells the shop's page the result, and closes the window.
 */
import { z } from 'zod'
import { type Answer, pageAnswer } from './http.ts'
import { type Html, html, page, pagePolicy } from './page.ts'
import {
  approvePayPalOrder,
  type CaptureOutcome,
  centsOf,
  hiddenOf,
  isOpen,
  type Payer,
  type PayPalOrder,
} from './paypal-order.ts'
import { payPalText } from './paypal-text.ts'
import type { SandboxContext } from './stripe-payment.ts'

const css = `
.test { background: var(--test-ground); color: var(--test); font-size: 14px; padding: 10px 20px; text-align: center; }
main { max-width: 480px; margin: 0 auto; padding: 24px 20px 40px; background: var(--paper); }
h1 { font-size: 22px; line-height: 1.3; margin-bottom: 4px; }
.sum { font-size: 30px; font-weight: 700; font-variant-numeric: tabular-nums; margin-bottom: 18px; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); margin: 0 0 16px; padding: 12px 16px 16px; display: grid; gap: 10px; }
legend { font-weight: 600; padding: 0 6px; }
label { display: grid; gap: 4px; font-size: 14px; color: var(--soft); }
input, select { font: inherit; color: var(--ink); padding: 9px 12px; border: 1px solid #c5cad3; border-radius: 8px; background: #fff; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
form { display: grid; gap: 10px; }
.tools { border-top: 1px solid var(--line); margin-top: 12px; padding-top: 16px; display: grid; gap: 14px; }
.tools small { display: block; margin-top: 4px; color: var(--soft); font-size: 14px; }
`

const payer = z.object({
  email: z.string().min(3).max(254),
  givenName: z.string().max(140),
  surname: z.string().max(140),
  street: z.string().max(300),
  postCode: z.string().max(60),
  city: z.string().max(120),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
})

const example: Payer = {
  email: 'fan@paypal.example',
  givenName: 'Ayşe',
  surname: 'Brückner',
  street: 'Elbchaussee 12',
  postCode: '22765',
  city: 'Hamburg',
  countryCode: 'DE',
}

type Case = { capture: CaptureOutcome; times: number; tells: boolean }

/** The buttons with which the buyer approves. `tells`: the shop's page learns of the approval. */
const cases = {
  approve: { capture: 'completed', times: 1, tells: true },
  stay: { capture: 'completed', times: 1, tells: false },
  silent: { capture: 'completed', times: 0, tells: true },
  twice: { capture: 'completed', times: 2, tells: true },
  pending: { capture: 'pending', times: 1, tells: true },
  instrument: { capture: 'instrument', times: 1, tells: true },
  refused: { capture: 'refused', times: 1, tells: true },
} satisfies Record<string, Case>
type CaseName = keyof typeof cases

const isCase = (name: string): name is CaseName => Object.hasOwn(cases, name)

type Lang = 'de' | 'en'

const banner = (lang: Lang): Html =>
  html`<header class="test"><strong>${lang === 'de' ? 'Sandbox' : 'Sandbox'}</strong> PayPal</header>`

const orderPage = (context: SandboxContext, order: PayPalOrder, lang: Lang): Answer => {
  const text = payPalText[lang]
  const { shipping, brand, paysNow } = hiddenOf(context.store, order.id)
  const [unit] = order.purchase_units
  const amount = new Intl.NumberFormat(lang === 'de' ? 'de-DE' : 'en-IE', { style: 'currency', currency: 'EUR' })
  const field = (name: keyof Payer, label: string, type = 'text') =>
    html`<label>${label}<input name="${name}" type="${type}" value="${example[name]}" required></label>`
  const tool = (name: CaseName & keyof typeof text, hint: string) => html`<div>
    <button class="button quiet" name="action" value="${name}" data-testid="${name}" aria-describedby="${name}-hint">${String(text[name])}</button>
    <small id="${name}-hint">${hint}</small></div>`
  const country = html`<label>${text.country}<select name="countryCode">${Object.entries(text.countries).map(
    ([code, label]) => html`<option value="${code}">${label}</option>`,
  )}</select></label>`
  const withAddress = shipping === 'GET_FROM_FILE'
  const body = html`${banner(lang)}<main>
    <h1>${paysNow ? text.payTo(brand) : text.continueTo(brand)}</h1>
    <p class="sum" data-testid="total">${amount.format(centsOf(unit.amount) / 100)}</p>
    <form method="post">
      <fieldset><legend>${text.account}</legend>
        ${field('email', text.email, 'email')}
        <div class="pair">${field('givenName', text.givenName)}${field('surname', text.surname)}</div>
        ${!withAddress && country}
      </fieldset>
      ${
        withAddress &&
        html`<fieldset><legend>${text.address}</legend>${field('street', text.street)}
        <div class="pair">${field('postCode', text.postCode)}${field('city', text.city)}</div>${country}</fieldset>`
      }
      <button class="button" name="action" value="approve" data-testid="approve">${text.approve}</button>
      <button class="button quiet" name="action" value="cancel" data-testid="cancel" formnovalidate>${text.cancel}</button>
      <div class="tools">
        ${tool('instrument', text.instrumentHint)}${tool('refused', text.refusedHint)}${tool('pending', text.pendingHint)}
        ${tool('stay', text.stayHint)}${tool('silent', text.silentHint)}${tool('twice', text.twiceHint)}
      </div>
    </form></main>`
  return pageAnswer(page(lang, text.title, css, body))
}

/** The last page of the window. Its script tells the result to the shop's page and closes the window. */
const resultPage = (lang: Lang, result: 'approved' | 'cancelled' | null, orderId: string): Answer => {
  const text = payPalText[lang]
  const [title, detail] = result === null ? [text.overTitle, text.overText] : [text.doneTitle, text.doneText]
  const script =
    result !== null &&
    html`<script src="/paypal/window.js" data-result="${result}" data-order="${orderId}" defer></script>`
  const answer = pageAnswer(
    page(lang, title, css, html`${banner(lang)}<main><h1>${title}</h1><p>${detail}</p>${script}</main>`),
  )
  const policy = `${pagePolicy}; script-src 'self'`
  return { ...answer, headers: { ...answer.headers, 'content-security-policy': policy } }
}

const payerIn = (form: URLSearchParams): Payer =>
  payer.parse({ ...example, ...Object.fromEntries([...form].filter(([name]) => Object.hasOwn(example, name))) })

/** Answers GET and POST of `/paypal/checkoutnow?token=ORDER`. `form` is null for a GET. */
export const answerPayPalWindow = (context: SandboxContext, orderId: string, form: URLSearchParams | null): Answer => {
  const order = context.store.get<PayPalOrder>('paypal.order', orderId)
  if (!order) return resultPage('en', null, orderId)
  const lang = hiddenOf(context.store, orderId).locale.startsWith('de') ? 'de' : 'en'
  if (!isOpen(order)) return resultPage(lang, null, orderId)
  const action = form?.get('action') ?? ''
  if (form && action === 'cancel') return resultPage(lang, 'cancelled', orderId)
  if (!form || !isCase(action)) return orderPage(context, order, lang)
  const { capture, times, tells }: Case = cases[action]
  approvePayPalOrder(context, order, { payer: payerIn(form), capture, times })
  context.delivery.wake()
  return resultPage(lang, tells ? 'approved' : null, orderId)
}
