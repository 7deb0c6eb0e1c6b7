/**
 * Each test file starts with a database to which all migrations were applied. These tests compare it with the Drizzle
 * tables, column by column, so a table that was edited without a migration fails here.
 */
import { getTableName, is, SQL } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as schema from '../../../schema/tables/index.ts'
import type { PaymentMethod } from '../../../worker/payments/method.ts'
import { PAYMENT_METHODS } from '../../../worker/payments/table.ts'
import { testEnv } from '../../support/test-env.ts'

/** Tables that are not in the Drizzle schema. migrations/0001_triggers.sql, FTS5, SQLite or D1 creates them. */
const OUTSIDE_DRIZZLE =
  /^(search|search_within|search_vocabulary)(_(data|idx|docsize|config|entries))?$|^(sqlite|_cf|d1)_/
const TRIGGERS = 45
const VIEWS = 4

const dialect = new SQLiteSyncDialect()
const tables = Object.values(schema).filter((value) => is(value, SQLiteTable))

async function all<Row>(statement: string): Promise<Row[]> {
  return (await testEnv.DB.prepare(statement).all<Row>()).results
}

type Master = { name: string; sql: string }
type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }
type Index = { name: string; unique: number; origin: string }
type ForeignKey = { id: number; seq: number; table: string; from: string; to: string; on_delete: string }

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
const plain = (sql: string) =>
  sql
    .replaceAll(/["`]/g, '')
    .replaceAll(/\b\w+\.(\w+)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()

/** Returns a default as SQLite stores it. */
function storedDefault(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'object') return `'${JSON.stringify(value)}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

describe.each(tables.map((table) => ({ name: getTableName(table), config: getTableConfig(table) })))(
  'migrated table $name',
  ({ name, config }) => {
    it('has the columns of the Drizzle table with their types, defaults and keys', async () => {
      const migrated = await all<Column>(`PRAGMA table_info(${name})`)
      const compositeKey = config.primaryKeys[0]?.columns.map((column) => column.name) ?? []
      const declared = config.columns.map((column) => ({
        name: column.name,
        type: column.getSQLType(),
        notNull: column.notNull,
        default: storedDefault(column.default),
        isKey: column.primary || compositeKey.includes(column.name),
      }))
      const found = migrated.map((column) => ({
        name: column.name,
        type: column.type.toLowerCase(),
        notNull: column.notnull === 1,
        default: column.dflt_value,
        isKey: column.pk > 0,
      }))
      expect(found.sort(byName)).toEqual(declared.sort(byName))
    })

    it('has the indexes, foreign keys and checks of the Drizzle table', async () => {
      const indexes = (await all<Index>(`PRAGMA index_list(${name})`)).filter(({ origin }) => origin !== 'pk')
      const declaredIndexes = [
        ...config.indexes.map(({ config: index }) => ({ name: index.name, unique: index.unique })),
        ...config.uniqueConstraints.map((unique) => ({ name: unique.getName() ?? '', unique: true })),
        ...config.columns.flatMap((column) =>
          column.isUnique ? [{ name: column.uniqueName ?? '', unique: true }] : [],
        ),
      ]
      expect(indexes.map((index) => ({ name: index.name, unique: index.unique === 1 })).sort(byName)).toEqual(
        declaredIndexes.sort(byName),
      )
      const statements = await all<Master>(`SELECT name, sql FROM sqlite_master WHERE tbl_name = '${name}'`)
      for (const { config: index } of config.indexes) {
        const sql = plain(statements.find((statement) => statement.name === index.name)?.sql ?? '')
        if (index.where) expect(sql).toContain(`where ${plain(dialect.sqlToQuery(index.where).sql)}`)
        else expect(sql).not.toContain(' where ')
        const columns = index.columns.map((column) => (is(column, SQL) ? dialect.sqlToQuery(column).sql : column.name))
        expect(sql).toContain(`(${columns.map(plain).join(',')})`)
      }

      const foreignKeys = await all<ForeignKey>(`PRAGMA foreign_key_list(${name})`)
      const declaredKeys = config.foreignKeys.flatMap((key) => {
        const { columns, foreignColumns, foreignTable } = key.reference()
        return columns.map((column, at) => ({
          from: column.name,
          to: `${getTableName(foreignTable)}.${foreignColumns[at]?.name}`,
          onDelete: key.onDelete ?? 'no action',
        }))
      })
      const foundKeys = foreignKeys.map((key) => ({
        from: key.from,
        to: `${key.table}.${key.to}`,
        onDelete: key.on_delete.toLowerCase(),
      }))
      const inOrder = (keys: { from: string; to: string }[]) =>
        keys.toSorted((one, other) => `${one.from} ${one.to}`.localeCompare(`${other.from} ${other.to}`))
      expect(inOrder(foundKeys)).toEqual(inOrder(declaredKeys))

      const created = plain(statements.find((statement) => statement.name === name)?.sql ?? '')
      expect(created.match(/ check\(/g) ?? []).toHaveLength(config.checks.length)
      for (const check of config.checks) {
        expect(created).toContain(
          `constraint ${check.name.toLowerCase()} check(${plain(dialect.sqlToQuery(check.value).sql)})`,
        )
      }
    })
  },
)

describe('migrated database', () => {
  it('has only tables that the Drizzle schema or OUTSIDE_DRIZZLE names', async () => {
    const names = await all<Master>("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    const declared = new Set<string>(tables.map((table) => getTableName(table)))
    expect(names.map(({ name }) => name).filter((name) => !declared.has(name) && !OUTSIDE_DRIZZLE.test(name))).toEqual(
      [],
    )
  })

  it('has the expected number of triggers and views', async () => {
    expect(await all("SELECT name FROM sqlite_master WHERE type = 'trigger'")).toHaveLength(TRIGGERS)
    expect(await all("SELECT name FROM sqlite_master WHERE type = 'view'")).toHaveLength(VIEWS)
  })

  it('PAY-06 names in its triggers exactly the payment methods that hold seats and stock for days', async () => {
    const triggers = await all<Master>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    const named = triggers.flatMap(({ sql }) => [...sql.matchAll(/payment_method\s*(?:=|<>)\s*'(\w+)'/gi)])
    const slow = Object.values<PaymentMethod>(PAYMENT_METHODS).filter(({ holdsForDays }) => holdsForDays)
    expect(named.length).toBeGreaterThan(0)
    expect(new Set(named.map(([, id]) => id))).toEqual(new Set(slow.map(({ id }) => id)))
  })
})
