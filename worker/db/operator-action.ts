/** The operators' journal: written after each command, read by `npm run journal`. */
import { desc, type InferSelectModel } from 'drizzle-orm'
import { newId } from '../../schema/ids.ts'
import { operatorActions } from '../../schema/tables/operator-action.ts'
import type { Database } from './database.ts'

export type OperatorAction = Omit<InferSelectModel<typeof operatorActions>, 'id'>

export async function noteOperatorAction(db: Database, action: OperatorAction): Promise<void> {
  await db.insert(operatorActions).values({ id: newId('operatorAction', action.happenedAt), ...action })
}

/** The latest commands, newest first. */
export function latestOperatorActions(db: Database, limit: number): Promise<OperatorAction[]> {
  return db.select().from(operatorActions).orderBy(desc(operatorActions.happenedAt)).limit(limit)
}
