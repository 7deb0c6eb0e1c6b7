/** A shop's news, in set order. */
import { asc, desc, eq } from 'drizzle-orm'
import { news } from '../../schema/tables/shop.ts'
import type { Database } from './database.ts'

export function newsOfShop(db: Database, shopId: string) {
  return db.select().from(news).where(eq(news.shopId, shopId)).orderBy(asc(news.sortOrder), desc(news.publishedAt))
}
