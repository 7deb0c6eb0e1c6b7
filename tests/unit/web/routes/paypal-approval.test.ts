import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR } from '../../../../schema/limits.ts'
import { detailsFromPayPal } from '../../../../web/routes/checkout/paypal/express-details.ts'
import { emptyAddress } from '../../../../web/routes/checkout/preferences.ts'
import { stubTabStorage } from '../../../support/tab-storage.ts'

const APPROVED = { id: 'PAYPAL1', cartId: 'crt_1', email: 'ida@example.org' }

/** Loads the module as a new document does. */
async function load() {
  vi.resetModules()
  return import('../../../../web/routes/checkout/paypal/approved-payment.ts')
}

describe('an order that the buyer has approved at PayPal', () => {
  let items: Map<string, string>
  beforeEach(() => {
    items = stubTabStorage()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('PAY-05 survives a reload, also while the cart is still loading', async () => {
    const first = await load()
    first.holdApproved(APPROVED, 1_000)
    const reloaded = await load()
    expect(reloaded.approvedPayment('', 2_000)).toBeNull()
    expect(reloaded.approvedPayment('crt_1', 2_000)).toMatchObject(APPROVED)
  })

  it.each([
    ['after two hours', 'crt_1', 1_000 + 2 * HOUR],
    ['when the browser has another cart', 'crt_2', 2_000],
  ])('PAY-05 is deleted from the storage of the tab %s', async (_when, cartId, now) => {
    const first = await load()
    first.holdApproved(APPROVED, 1_000)
    for (const module of [await load(), first]) {
      expect(module.approvedPayment(cartId, now)).toBeNull()
      expect(items.size).toBe(0)
    }
    expect((await load()).approvedPayment('crt_1', 2_000)).toBeNull()
  })

  it('PAY-05 is forgotten after the order, also after a reload', async () => {
    const first = await load()
    first.holdApproved(APPROVED)
    first.holdApproved(null)
    expect(first.approvedPayment('crt_1')).toBeNull()
    expect((await load()).approvedPayment('crt_1')).toBeNull()
    expect(items.size).toBe(0)
  })

  it('PAY-05 is known until the next document if the storage is blocked or holds something else', async () => {
    items.set('paypal_approval', 'no JSON')
    expect((await load()).approvedPayment('crt_1')).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    const blocked = await load()
    blocked.holdApproved(APPROVED)
    expect(blocked.approvedPayment('crt_1')).toMatchObject(APPROVED)
    expect((await load()).approvedPayment('crt_1')).toBeNull()
  })
})

describe('the details from PayPal', () => {
  const billingAddress = { ...emptyAddress('at'), company: 'Nachtwerk GmbH', lastName: 'Brandt' }
  const typed = { shippingAddress: { ...emptyAddress('de'), city: 'Hamburg' }, billingAddress }
  const place = {
    firstName: 'Ida',
    lastName: 'Brandt',
    address: 'Weg 1',
    address2: '',
    postCode: '10999',
    city: 'Berlin',
  }

  it('PAY-05 keep the billing address that the buyer typed', () => {
    const details = detailsFromPayPal({ ...place, email: 'ida@example.org', countryCode: 'de' }, typed, 'de')
    expect(details.billingAddress).toEqual(billingAddress)
    expect(details.shippingAddress).toEqual({ ...place, company: '', countryCode: 'de' })
    expect(detailsFromPayPal({ ...place, email: 'a@b.de', countryCode: null }, typed, 'de')).toMatchObject({
      billingAddress,
      shippingAddress: { firstName: 'Ida', city: 'Hamburg' },
    })
  })
})
