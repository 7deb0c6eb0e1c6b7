/** Shows the sandbox's start page, which lists most of the simulated companies, their URLs and the common controls. */
import type { Answer } from './http.ts'
import { pageAnswer } from './http.ts'
import { html, page } from './page.ts'
import type { Store } from './store.ts'

const css = `
main { max-width: 860px; margin: 0 auto; padding: 40px 20px 64px; display: grid; gap: 20px; }
h1 { font-size: 30px; letter-spacing: -0.01em; margin-top: 8px; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; }
h2 { font-size: 18px; margin-bottom: 6px; }
section ul { margin-top: 12px; display: grid; gap: 8px; font-size: 15px; }
code { font: 14px ui-monospace, Menlo, Consolas, monospace; background: #f0f1f4; padding: 2px 6px; border-radius: 6px; overflow-wrap: anywhere; }
`

const count = (store: Store, sql: string): number => store.first<{ n: number }>(sql)?.n ?? 0

export const landingPage = (store: Store, webhookTarget: string): Answer => {
  const sessions = count(store, "SELECT count(*) AS n FROM objects WHERE object = 'checkout.session'")
  const waiting = count(store, "SELECT count(*) AS n FROM deliveries WHERE state = 'pending'")
  const mails = count(store, 'SELECT count(*) AS n FROM mails')
  return pageAnswer(
    page(
      'en',
      'Stagedoor sandbox',
      css,
      html`<main><div><span class="badge">Sandbox</span><h1>Outside companies on this machine</h1>
      <p class="soft">Simulates the companies that the shop talks to. No money is moved and no mail is sent.</p></div>
      <section><h2><a href="/mailbox">Mailbox</a></h2><p>${mails} ${mails === 1 ? 'mail' : 'mails'}. Every mail that the shop sends arrives here.</p>
        <ul><li><a href="/mailbox.json">/mailbox.json</a> <span class="soft">the same for tests, <code>?to=</code> filters</span></li>
        <li><code>POST /mail/messages</code> <span class="soft">accepts the message of EMAIL.send</span></li></ul></section>
      <section><h2>Stripe</h2><p>${sessions} checkout ${sessions === 1 ? 'session' : 'sessions'}, ${waiting} webhook ${waiting === 1 ? 'delivery' : 'deliveries'} under way
        to <code>${webhookTarget || 'nowhere yet'}</code>.</p>
        <ul><li><code>/v1/…</code> and <code>/stripe/v1/…</code> <span class="soft">the API, validated against Stripe's published document</span></li>
        <li><code>/pay/{session}</code>, <code>/pay/{intent}</code> <span class="soft">the hosted card page, and the page of the bank</span></li>
        <li><code>/stripe.js</code> <span class="soft">the script with card fields and wallet buttons; cards 4242 4242 4242 4242, 4000 0000 0000 0002 (declined), 4000 0027 6000 3184 (3-D Secure)</span></li></ul></section>
      <section><h2>Mailing lists</h2><p><code>/newsletter/{host}/…</code> <span class="soft">accepts a form by POST, or <code>…/post-json</code> by GET, and asks for a confirmation by mail.</span></p></section>
      <section><h2><a href="/wallet">Wallets</a></h2><p>Apple's push service and Google Wallet, with keys that this sandbox has created.</p>
        <ul><li><code>/google-wallet/…</code> <span class="soft">the API, validated against Google's published description, and the page that saves a ticket</span></li>
        <li><code>/apple-push/3/device/…</code> <span class="soft">takes notifications about changed passes</span></li>
        <li><code>POST /control/wallet</code> <span class="soft"><code>{"failNext": 1, "gone": ["PUSH TOKEN"]}</code></span></li></ul></section>
      <section><h2><a href="/reports">Statistics and error reports</a></h2><p>What browsers report after consent.</p>
        <ul><li><code>POST /reports/analytics</code>, <code>POST /reports/errors</code>, <a href="/reports.json">/reports.json</a></li></ul></section>
      <section><h2>Control</h2><p>Inspect and control the sandbox.</p><ul>
        <li><a href="/control/sessions">/control/sessions</a>, <a href="/control/refunds">/control/refunds</a>, <a href="/control/deliveries">/control/deliveries</a>, <a href="/control/subscribers">/control/subscribers</a></li>
        <li><code>POST /control/sessions/{id}/approve|decline|expire</code> <span class="soft"><code>{"webhook": true, "times": 1}</code></span></li>
        <li><code>POST /control/intents/{id}/approve|decline|delay|settle|fail</code> <span class="soft">the same for a payment at the bank's page</span></li>
        <li><code>POST /control/webhooks</code> <span class="soft"><code>{"enabled": false}</code>: new events are not delivered, pending ones stay pending</span></li>
        <li><code>POST /control/paypal/orders/ID/approve</code>, <code>/settle</code>, <code>/void</code> <span class="soft">acts as the buyer or as PayPal; <code>POST /control/paypal/failures</code> makes requests fail</span></li>
        <li><code>POST /control/stripe</code> <span class="soft"><code>{"failNext": 2, "status": 500}</code> or 429; with <code>"about"</code> only requests that mention this id</span></li>
        <li><code>POST /control/mail</code> <span class="soft"><code>{"failNext": 1}</code></span></li>
        <li><code>POST /control/reset</code> <span class="soft">deletes everything</span></li></ul></section></main>`,
    ),
  )
}
