/** Checks the demo catalogue, which `npm start` imports. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
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

  it('uses hosts below .localhost, which browsers resolve to the local machine without DNS', () => {
    const hosts = catalogue.lists.shops.flatMap(({ value }) => (value.customDomain ? [value.domain] : []))
    expect(hosts.length).toBeGreaterThan(0)
    for (const host of hosts) expect(host).toMatch(/^[a-z-]+(\.[a-z-]+)*\.localhost$/)
  })
})
