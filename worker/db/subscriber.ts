/** Newsletter sign-ups that a mailing list has accepted from buyers. */
import { and, eq, gt, type InferInsertModel } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { subscribers } from '../../schema/tables/submission.ts'
import type { Database } from './database.ts'

type Subscriber = Omit<InferInsertModel<typeof subscribers>, 'id'>

export async function hasSignedUpSince(
  db: Database,
  { shopId, list, email }: Pick<Subscriber, 'shopId' | 'list' | 'email'>,
  since: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.shopId, shopId),
        eq(subscribers.list, list),
        eq(subscribers.email, email),
        gt(subscribers.acceptedAt, since),
      ),
    )
  return rows.length > 0
}

/** Records an accepted sign-up, or the time of its latest consent. */
export async function noteSubscriber(db: Database, subscriber: Subscriber, now: number): Promise<void> {
  const { acceptedAt, locale } = subscriber
  await db
    .insert(subscribers)
    .values({ ...subscriber, id: newId('subscriber', now) })
    .onConflictDoUpdate({
      target: [subscribers.shopId, subscribers.list, subscribers.email],
      set: { acceptedAt, locale },
    })
}
