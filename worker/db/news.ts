/** A shop's news, by sort order, then latest first. */
import { asc, desc, eq } from 'drizzle-orm'
import { news } from '../../schema/tables/shop.ts'
import type { Database } from './database.ts'

export function newsOfShop(db: Database, shopId: string) {
  return db.select().from(news).where(eq(news.shopId, shopId)).orderBy(asc(news.sortOrder), desc(news.publishedAt))
}
