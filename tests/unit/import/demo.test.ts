/** Checks the demo catalogue, which `npm start` imports. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PACKING_DAYS, splitDelivery } from '../../../schema/rules/delivery-days.ts'
import type { Catalogue } from '../../../worker/import/catalogue.ts'
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

  it('uses hosts below .localhost, which browsers resolve to the local machine without DNS', () => {
    const hosts = catalogue.lists.shops.flatMap(({ value }) => (value.customDomain ? [value.domain] : []))
    expect(hosts.length).toBeGreaterThan(0)
    for (const host of hosts) expect(host).toMatch(/^[a-z-]+(\.[a-z-]+)*\.localhost$/)
  })
})
