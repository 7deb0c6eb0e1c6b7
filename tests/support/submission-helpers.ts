/** Builds a fan's request context for submissions to customer service, and their content. */
import type { ShopRow } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { loadCatalogueVersion, loadShops } from '../../worker/db/shop.ts'
import type { Env } from '../../worker/env.ts'
import type { NewSubmission, storeSubmission } from '../../worker/services/submission.ts'
import { testEnv } from './test-env.ts'

type Sender = Parameters<typeof storeSubmission>[0]

export async function senderIn(slug: string, more: Partial<Sender> = {}, env: Env = testEnv): Promise<Sender> {
  const db = openDatabase(env.DB)
  const shop: ShopRow | undefined = (await loadShops(db, await loadCatalogueVersion(db, Date.now()))).find(
    (one) => one.slug === slug,
  )
  if (!shop) throw new Error(`no shop ${slug}`)
  return {
    env,
    db,
    shop,
    locale: 'de',
    now: Date.now(),
    network: '',
    wideNetwork: '',
    waitUntil: () => undefined,
    ...more,
  }
}

export const newKey = () => crypto.randomUUID()

export function submissionOf(more: Partial<NewSubmission> = {}): NewSubmission {
  return {
    kind: 'cancel',
    key: newKey(),
    name: 'Ida Łukasz',
    email: `ida-${crypto.randomUUID()}@example.org`,
    data: {
      orderReference: '1234567890',
      tickets: [{ name: 'Ida Łukasz', number: '4711' }],
      comment: 'Ich bin krank.',
    },
    ...more,
  }
}
