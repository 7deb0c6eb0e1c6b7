/**
 * Shows the hosted card page, and the bank's page for a payment intent that requires an action. Each page shows the amount,
 * the possible outcomes, and their effect on browser and webhook. Its buttons post to the page itself.
 */
import type { Answer } from './http.ts'
import { pageAnswer, seeOther } from './http.ts'
import { type Html, html, page, pagePolicy } from './page.ts'
import { type PayText, payLocale, payText } from './pay-text.ts'
import { answerAction, intentReturnUrl } from './stripe-intent.ts'
import type { Intent, SandboxContext } from './stripe-payment.ts'
import {
  approveSession,
  currentSession,
  declineSession,
  delaySession,
  type Session,
  sessionLines,
} from './stripe-session.ts'

type Line = { name: string; quantity: number; amount: number }

/** The data of a session or an intent that its page shows. */
type Payable = {
  state: 'open' | 'paid' | 'over'
  kind: 'card' | 'bank'
  shop: string
  host: string
  lines: Line[]
  total: number
  currency: string
  email: string | null
  wasDeclined: boolean
  cancelUrl: string | null
  locale: 'de' | 'en'
}

const css = `
.test { background: var(--test-ground); color: var(--test); font-size: 14px; padding: 10px 20px; text-align: center; }
.test strong { margin-right: 6px; }
main { display: grid; gap: 0; max-width: 1040px; margin: 0 auto; }
.order, .payment { padding: 28px 20px; }
.payment { background: var(--paper); border-top: 1px solid var(--line); }
.shop { display: flex; align-items: center; gap: 12px; margin-bottom: 20px; }
.shop .mark { width: 40px; height: 40px; border-radius: 10px; background: var(--ink); color: #fff; display: grid; place-items: center;
  font-weight: 700; flex: none; }
.shop b { display: block; line-height: 1.2; }
.shop span { font-size: 14px; overflow-wrap: anywhere; }
h1 { font-size: 17px; font-weight: 500; color: var(--soft); }
.sum { font-size: 38px; font-weight: 700; letter-spacing: -0.02em; line-height: 1.2; margin-bottom: 20px; font-variant-numeric: tabular-nums; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; padding: 12px 0; border-top: 1px solid var(--line); }
.lines .name { font-weight: 500; overflow-wrap: anywhere; }
.lines .amount, .total .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines small { grid-column: 1; color: var(--soft); font-size: 14px; }
.total { display: flex; justify-content: space-between; font-weight: 700; padding-top: 14px; border-top: 2px solid var(--ink); }
h2 { font-size: 18px; margin-bottom: 14px; }
.card { border: 1px solid var(--line); border-radius: var(--radius); padding: 14px 16px; margin-bottom: 14px; display: grid; gap: 2px; }
.card .number { font-size: 18px; font-variant-numeric: tabular-nums; letter-spacing: 0.06em; }
.fact { font-size: 14px; }
form { display: grid; gap: 10px; margin-top: 18px; }
.cancel { display: block; text-align: center; padding: 12px; margin-top: 6px; }
.tools { margin-top: 22px; border-top: 1px solid var(--line); padding-top: 18px; }
.tools h3 { font-size: 14px; margin: 0; color: var(--soft); font-weight: 600; }
.tools form { margin-top: 10px; gap: 14px; }
.tools small { display: block; margin-top: 4px; color: var(--soft); font-size: 14px; }
.tools .button { justify-content: flex-start; text-align: left; }
.ending { max-width: 480px; margin: 12vh auto; padding: 0 20px; text-align: center; display: grid; gap: 14px; justify-items: center; }
.ending h1 { font-size: 26px; font-weight: 700; color: var(--ink); line-height: 1.25; }
.ending .button { width: auto; margin-top: 8px; }
.ending .sign { width: 64px; height: 64px; border-radius: 50%; display: grid; place-items: center; font-size: 30px; background: #eceef2; color: var(--soft); }
.ending .sign.paid { background: var(--good-ground); color: var(--good); }
main.ending { display: grid; min-height: 0; grid-template-columns: none; }
@media (min-width: 860px) {
  body:has(.payment) { background: linear-gradient(90deg, var(--ground) 50%, var(--paper) 50%); }
  main { grid-template-columns: 1fr 1fr; min-height: calc(100vh - 44px); }
  .order { padding: 64px 56px 48px 40px; }
  .payment { padding: 64px 40px 48px 56px; border-top: 0; box-shadow: -12px 0 32px -24px rgb(20 24 40 / 0.25); }
}
`

const money = (cents: number, payable: Payable): string =>
  new Intl.NumberFormat(payable.locale === 'de' ? 'de-DE' : 'en-IE', {
    style: 'currency',
    currency: payable.currency,
  }).format(cents / 100)

const banner = (text: PayText): Html =>
  html`<header class="test"><strong>${text.testMode}</strong> ${text.testNote}</header>`

const orderColumn = (payable: Payable, text: PayText): Html => html`<section class="order" aria-labelledby="pay-to">
  <div class="shop"><span class="mark" aria-hidden="true">${payable.shop.slice(0, 1).toUpperCase()}</span>
    <div><b>${payable.shop}</b><span class="soft">${payable.host}</span></div></div>
  <h1 id="pay-to">${text.payTo(payable.shop)}</h1>
  <p class="sum" data-testid="total">${money(payable.total, payable)}</p>
  <h2 class="visually-hidden">${text.summary}</h2>
  <ul class="lines">${payable.lines.map(
    (line) => html`<li data-testid="line"><span class="name">${line.name}</span>
      <span class="amount">${money(line.amount, payable)}</span><small>${text.quantity(line.quantity)}</small></li>`,
  )}</ul>
  <p class="total"><span>${text.total}</span><span class="amount">${money(payable.total, payable)}</span></p>
</section>`

const tool = (action: string, label: string, hint: string): Html => html`<div>
  <button class="button quiet" name="action" value="${action}" data-testid="${action}" aria-describedby="${action}-hint">${label}</button>
  <small id="${action}-hint">${hint}</small></div>`

const paymentColumn = (payable: Payable, text: PayText): Html => html`<section class="payment" aria-labelledby="method">
  <h2 id="method">${payable.kind === 'card' ? text.card : text.bankTitle}</h2>
  ${payable.wasDeclined && html`<p class="notice" role="alert" data-testid="declined">${text.declined}</p><br>`}
  ${
    payable.kind === 'card' &&
    html`<div class="card"><span class="number">4242 4242 4242 4242</span><span class="fact soft">${text.cardHint}</span></div>`
  }
  ${payable.email !== null && html`<p class="fact"><span class="soft">${text.email}:</span> ${payable.email}</p>`}
  <form method="post">
    <button class="button" name="action" value="approve" data-testid="approve">${text.pay(money(payable.total, payable))}</button>
    <button class="button quiet" name="action" value="decline" data-testid="decline">${payable.kind === 'card' ? text.decline : text.bankDecline}</button>
  </form>
  ${payable.cancelUrl !== null && html`<a class="cancel" href="${payable.cancelUrl}" data-testid="cancel">${text.cancel}</a>`}
  <div class="tools"><h3>${text.toolsTitle}</h3><form method="post">
    ${payable.kind === 'bank' && tool('delay', text.delay, text.delayHint)}
    ${tool('approve-stay', text.stay, text.stayHint)}
    ${tool('approve-silent', text.silent, text.silentHint)}
    ${tool('approve-twice', text.twice, text.twiceHint)}
  </form></div>
</section>`

const signs = { paid: '✓', expired: '⏱', missing: '?' }

const endingPage = (
  locale: 'de' | 'en',
  ending: 'paid' | 'expired' | 'missing',
  shop: string,
  backUrl: string | null,
): Answer => {
  const text = payText[locale]
  const title = { paid: text.paidTitle, expired: text.expiredTitle, missing: text.missingTitle }[ending]
  const detail = { paid: text.paidText, expired: text.expiredText, missing: text.missingText }[ending]
  const body = html`${banner(text)}<main class="ending" data-testid="${ending}">
    <span class="sign ${ending}" aria-hidden="true">${signs[ending]}</span>
    <p class="soft">${shop}</p><h1>${title}</h1><p class="soft">${detail}</p>
    ${backUrl !== null && html`<a class="button quiet" href="${backUrl}" data-testid="back">${text.back}</a>`}</main>`
  return pageAnswer(page(locale, title, css, body), ending === 'missing' ? 404 : 200)
}

const payPage = (payable: Payable): Answer => {
  const text = payText[payable.locale]
  return pageAnswer(
    page(
      payable.locale,
      text.title(payable.shop),
      css,
      html`${banner(text)}<main>${orderColumn(payable, text)}${paymentColumn(payable, text)}</main>`,
    ),
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

const sessionPayable = (context: SandboxContext, session: Session, acceptLanguage: string | undefined): Payable => ({
  state: ({ open: 'open', complete: 'paid', expired: 'over' } as const)[session.status],
  kind: session.payment_method_types[0] === 'card' ? 'card' : 'bank',
  shop: session.metadata.shop_name ?? 'Stagedoor',
  host: hostOf(session.success_url),
  lines: sessionLines(context, session).map((line) => ({
    name: line.description,
    quantity: line.quantity,
    amount: line.amount_total,
  })),
  total: session.amount_total,
  currency: session.currency,
  email: session.customer_email,
  wasDeclined: false,
  cancelUrl: session.cancel_url,
  locale: payLocale(session.locale, acceptLanguage),
})

const intentPayable = (context: SandboxContext, intent: Intent, acceptLanguage: string | undefined): Payable => ({
  state: intent.status === 'requires_action' ? 'open' : intent.status === 'succeeded' ? 'paid' : 'over',
  kind: 'bank',
  shop: intent.metadata.shop_name ?? 'Stagedoor',
  host: hostOf(intentReturnUrl(context, intent)),
  lines: [{ name: intent.description ?? intent.id, quantity: 1, amount: intent.amount }],
  total: intent.amount,
  currency: intent.currency,
  email: intent.receipt_email,
  wasDeclined: false,
  cancelUrl: null,
  locale: payLocale(null, acceptLanguage),
})

/** For each button, the number of times that each webhook is sent. After `decline`, each webhook is sent once. */
const webhookTimes: Record<string, number> = {
  approve: 1,
  delay: 1,
  'approve-stay': 1,
  'approve-silent': 0,
  'approve-twice': 2,
}

const answerSession = (context: SandboxContext, session: Session, action: string | null, payable: Payable): Answer => {
  if (action === 'decline' && declineSession(context, session, { times: 1 })) {
    return payPage({ ...payable, wasDeclined: true })
  }
  if (action === 'delay' && delaySession(context, session, { times: 1 })) {
    return seeOther(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
  }
  const times = action === null ? undefined : webhookTimes[action]
  // A second click finds that the session is already paid, and redirects to the same URL.
  if (times !== undefined && (approveSession(context, session, { times }) || payable.state === 'paid')) {
    if (action === 'approve-stay') return endingPage(payable.locale, 'paid', payable.shop, null)
    return seeOther(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id))
  }
  if (payable.state === 'open') return payPage(payable)
  const isPaid = payable.state === 'paid'
  const back = isPaid ? session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id) : session.cancel_url
  return endingPage(payable.locale, isPaid ? 'paid' : 'expired', payable.shop, back)
}

/** Allows the shop's page to show the bank's page in a frame, for 3-D Secure. */
const framed = (answer: Answer): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    'content-security-policy': pagePolicy.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  },
})

const answerIntent = (
  context: SandboxContext,
  intent: Intent,
  action: string | null,
  payable: Payable,
  isFramed: boolean,
): Answer => {
  const times = action === null ? undefined : webhookTimes[action]
  const answer = action === 'decline' || action === 'delay' ? action : 'approve'
  const ended =
    action === 'decline' || times !== undefined ? answerAction(context, intent, answer, { times: times ?? 1 }) : null
  // In a frame, the script that replaces Stripe.js notices the answer and removes the frame.
  if (ended && (isFramed || action === 'approve-stay')) return endingPage(payable.locale, 'paid', payable.shop, null)
  if (ended) return seeOther(intentReturnUrl(context, ended))
  if (payable.state === 'open') return payPage(payable)
  const isPaid = payable.state === 'paid'
  return endingPage(payable.locale, isPaid ? 'paid' : 'expired', payable.shop, intentReturnUrl(context, intent))
}

/** Answers GET and POST of `/pay/{id}`. `isFramed`: the page is in a frame of the shop. `action` is the pressed button of a POST, and null for a GET. */
export const answerPay = (
  context: SandboxContext,
  id: string,
  action: string | null,
  acceptLanguage: string | undefined,
  isFramed: boolean,
): Answer => {
  const stored = context.store.get<Session>('checkout.session', id)
  const intent = context.store.get<Intent>('payment_intent', id)
  try {
    if (stored) {
      const session = currentSession(context, stored)
      return answerSession(context, session, action, sessionPayable(context, session, acceptLanguage))
    }
    if (intent) {
      const answer = answerIntent(context, intent, action, intentPayable(context, intent, acceptLanguage), isFramed)
      return isFramed ? framed(answer) : answer
    }
    return endingPage(payLocale(null, acceptLanguage), 'missing', 'Stagedoor', null)
  } finally {
    context.delivery.wake()
  }
}
