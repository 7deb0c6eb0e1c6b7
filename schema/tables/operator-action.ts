/** What operators changed, by whom and with which outcome. Reading changes nothing and is only logged. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

export const operatorActions = sqliteTable(
  'operator_actions',
  {
    id: text('id').primaryKey(),
    happenedAt: instant('happened_at').notNull(),
    /** As the operator's client names itself; the token is what proves the right. */
    actor: text('actor').notNull(),
    path: text('path').notNull(),
    /** The command as JSON: references and amounts, no personal data. */
    command: text('command').notNull(),
    /** HTTP status of the answer. */
    status: integer('status').notNull(),
  },
  (table) => [index('operator_actions_by_time').on(table.happenedAt)],
)
