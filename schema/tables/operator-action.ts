/** The changes that operators requested, with the operator's name and the outcome. Reads are only logged. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const operatorActions = sqliteTable(
  'operator_actions',
  {
    id: text('id').primaryKey(),
    happenedAt: instant('happened_at').notNull(),
    /** The name that the operator's client sent. The worker does not verify it: the token alone authorises the request. */
    actor: text('actor').notNull(),
    path: text('path').notNull(),
    /** The first 2,000 characters of the request's body. Commands contain references and amounts, but no personal data. */
    command: text('command').notNull(),
    /** The HTTP status of the response. */
    status: integer('status').notNull(),
  },
  (table) => [index('operator_actions_by_time').on(table.happenedAt)],
)
