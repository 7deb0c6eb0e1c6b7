import { expect, it } from 'vitest'
import { openStores, rewriteCatalogue, runWithoutFaults, smallCatalogue, writeCatalogue } from './catalogue-builder.ts'

it.each([
  {
    reason: 'newsletter subscribers refer to it',
    sql: "INSERT INTO subscribers (id, shop_id, list, email, locale, accepted_at) SELECT 'sub_1', id, 'main', 'a@example.org', 'de', 1 FROM shops",
  },
  {
    reason: 'requests to customer service refer to it',
    sql: "INSERT INTO submissions (id, shop_id, kind, data, created_at, delete_at) SELECT 'sbm_1', id, 'refund', '{}', 1, 2 FROM shops",
  },
])('--prune reports that a shop is kept because $reason', async ({ reason, sql }) => {
  const stores = await openStores()
  const folder = await writeCatalogue(smallCatalogue())
  await runWithoutFaults(stores, folder)
  await stores.target.d1.batch([{ sql: `${sql} WHERE slug = 'nordlicht'`, params: [] }])
  await rewriteCatalogue(folder, smallCatalogue({ shops: [], news: [] }))
  const report = await runWithoutFaults(stores, folder, { prune: true })
  expect(report.notes).toContain(`shop nordlicht is kept: ${reason}`)
})
