import { beforeAll, describe, expect, it } from 'vitest'
import type { PageData } from '../../schema/page-data.ts'
import { Browser } from '../support/edge.ts'
import { buildWorld } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const fan = new Browser()

beforeAll(async () => {
  await buildWorld(Date.now())
})

const origin = () => new URL(testEnv.STRIPE_JS_URL ?? '').origin

async function pageOf(path: string, browser = fan) {
  const answer = await browser.open(path)
  const [, json = '{}'] =
    /<script type="application\/json" id="stagedoor-page">(.*?)<\/script>/s.exec(answer.body) ?? []
  return { policy: answer.headers.get('content-security-policy') ?? '', data: JSON.parse(json) as PageData }
}

describe('scripts of the payment providers', () => {
  it.each([
    '/checkout',
    '/checkout/payment',
    '/checkout/payment/ord_1/R',
    '/checkout/done/ord_1/R',
    '/nachtfalter/checkout',
  ])('PAY-03 are allowed on %s, whose data name the script and the public key', async (path) => {
    const { policy, data } = await pageOf(path)
    expect(policy).toContain(`script-src 'self' ${origin()}`)
    expect(policy).toContain(`connect-src 'self' ${origin()}`)
    expect(data.paymentScripts.stripe).toEqual({ url: testEnv.STRIPE_JS_URL, key: 'pk_test_sandbox' })
  })

  it.each(['/', '/events/seated', '/products/shirt', '/datapolicy'])('PAY-03 are not allowed on %s', async (path) => {
    const { policy, data } = await pageOf(path)
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain(origin())
    expect(data.paymentScripts).toEqual({})
  })

  it('PAY-03 are not allowed without the public key', async () => {
    const { policy, data } = await pageOf(
      '/checkout',
      new Browser(undefined, { STRIPE_PUBLISHABLE_KEY: '', PAYPAL_CLIENT_ID: '' }),
    )
    expect(policy).not.toContain(origin())
    expect(data.paymentScripts).toEqual({})
  })

  it('PAY-03 are Stripe’s own ones in a deployment', async () => {
    const { policy, data } = await pageOf('/checkout', new Browser(undefined, { STRIPE_JS_URL: '' }))
    expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/)
    expect(policy).toContain('https://hooks.stripe.com')
    expect(data.paymentScripts.stripe?.url).toMatch(/^https:\/\/js\.stripe\.com\//)
  })
})
