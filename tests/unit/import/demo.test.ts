/** Checks the demo catalogue, which `npm start` imports. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PACKING_DAYS, splitDelivery } from '../../../schema/rules/delivery-days.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import type { Catalogue } from '../../../worker/import/catalogue.ts'
import { resolveMoment } from '../../../worker/import/moments.ts'
import { readFiles } from '../../../worker/import/read-files.ts'
import type { Fault } from '../../../worker/import/report.ts'

const DEMO = join(import.meta.dirname, '../../fixtures/demo')

let catalogue: Catalogue
const faults: Fault[] = []
beforeAll(async () => {
  catalogue = await readFiles([DEMO], faults)
})

describe('demo catalogue', () => {
  it('has files without faults', () => {
    expect(faults).toEqual([])
    expect(catalogue.lists.shops.length).toBeGreaterThan(1)
  })

  it('shows goods that it ships from three sides or more, except for a voucher, which is printed on one side', () => {
    const goods = catalogue.lists.products.filter(
      ({ value: { variants, meta } }) => variants.some(({ physical }) => physical !== false) && !meta?.external_url,
    )
    expect(goods.length).toBeGreaterThan(190)
    const few = goods.filter(({ value }) => (value.images?.length ?? 0) < 3).map(({ value }) => value.slug)
    expect(few).toEqual(['stagedoor-gutschein-stagedoor-gutschein-gedruckt'])
  })

  it('PROD-13, CHK-06 promises as many days of delivery as the review: those to pack, and those of the parcel in transit', () => {
    const parcel = catalogue.lists.carriers.find(({ value }) => value.slug === 'paket-de')?.value
    const description = typeof parcel?.description === 'object' ? Object.values(parcel.description) : []
    const promised = catalogue.lists.shops.flatMap(({ value }) => value.meta?.delivery_days ?? [])
    expect(promised.length).toBeGreaterThan(1)
    for (const days of promised) {
      const { packing, transit } = splitDelivery(days, PACKING_DAYS)
      expect(packing).toEqual({ minimum: 0, maximum: PACKING_DAYS })
      expect(description).toEqual([
        `Mit Sendungsnummer, ${transit.minimum}–${transit.maximum} Werktage unterwegs`,
        `Tracked, ${transit.minimum}–${transit.maximum} working days in transit`,
      ])
    }
  })

  it('PROD-10, PROD-13 says what to enter for each personalised product, and when those that are not shipped come. The others take the shop’s time', () => {
    const personalised = catalogue.lists.products.filter(({ value }) => value.meta?.personalised)
    expect(personalised.length).toBeGreaterThan(5)
    for (const { value } of personalised) {
      expect([value.slug, value.meta?.personal_label !== undefined]).toEqual([value.slug, true])
      const isShipped = value.variants.some(({ physical }) => physical !== false)
      expect([value.slug, value.meta?.delivery_days !== undefined]).toEqual([value.slug, !isShipped])
    }
  })

  it('CHK-10 taxes the tickets of each concert at the rate of the venue’s country', () => {
    const rates: Record<string, number> = { de: 700, at: 1300, ch: 0 }
    const countries = new Map(catalogue.lists.venues.map(({ value }) => [value.slug, value.countryCode]))
    const { events } = catalogue.lists
    expect(events).toHaveLength(40)
    for (const { value } of events)
      expect([value.slug, value.vatBasisPoints]).toEqual([value.slug, rates[countries.get(value.venue) ?? '']])
    expect(new Set(events.map(({ value }) => value.vatBasisPoints))).toEqual(new Set([700, 1300, 0]))
  })

  it('EVT-01 names the company of each concert’s organiser with its address, the same for all concerts of one organiser', () => {
    const addresses = new Map<string, unknown>()
    for (const { value } of catalogue.lists.events) {
      const { localOrganizer = '', owningCompanyAddress: address } = value
      expect([value.slug, address?.company]).toEqual([value.slug, localOrganizer])
      expect(address).toMatchObject({
        address: expect.stringMatching(/^\D+ \d+$/),
        city: expect.stringMatching(/./),
        postCode: expect.stringMatching(/^\d{5}$/),
        countryCode: 'de',
      })
      expect(address).toEqual(addresses.get(localOrganizer) ?? address)
      addresses.set(localOrganizer, address)
    }
    expect(addresses.size).toBe(11)
  })

  it('CAT-05 opens one door of the Advent sale a day from 1 to 24 December, with a product for sale behind each', () => {
    const advent = catalogue.lists.categories.find(({ value }) => value.meta?.special === 'advent')?.value.meta
    const openAt = (time: string) => {
      const now = Date.parse(time)
      const opened = (advent?.changesAt ?? []).filter((day) => resolveMoment(day, SHOP_ZONE, now) <= now)
      return (advent?.door_slugs ?? []).slice(0, opened.length)
    }
    expect(openAt('2026-11-28T12:00:00+01:00')).toEqual([])
    expect(openAt('2026-11-30T23:59:59+01:00')).toEqual([])
    expect(openAt('2026-12-01T00:00:00+01:00')).toHaveLength(1)
    expect(openAt('2026-12-05T12:00:00+01:00')).toHaveLength(5)
    expect(openAt('2027-12-05T12:00:00+01:00')).toHaveLength(5)
    const doors = openAt('2026-12-24T00:00:00+01:00')
    expect(new Set(doors).size).toBe(24)
    const products = new Map(catalogue.lists.products.map(({ value }) => [value.slug, value]))
    for (const slug of doors) {
      const product = products.get(slug)
      const { hidden, active, meta } = product ?? {}
      expect([slug, hidden ?? meta?.hide ?? false, active ?? true, meta?.external_url ?? null]).toEqual([
        slug,
        false,
        true,
        null,
      ])
      expect([slug, product?.variants.some(({ stock }) => stock !== 0)]).toEqual([slug, true])
      // The list below the doors would show the product a second time.
      expect([slug, product?.categories?.includes('krasser-dezember')]).toEqual([slug, false])
    }
  })

  it('uses hosts below .localhost, which browsers resolve to the local machine without DNS', () => {
    const hosts = catalogue.lists.shops.flatMap(({ value }) => (value.customDomain ? [value.domain] : []))
    expect(hosts.length).toBeGreaterThan(0)
    for (const host of hosts) expect(host).toMatch(/^[a-z-]+(\.[a-z-]+)*\.localhost$/)
  })
})
