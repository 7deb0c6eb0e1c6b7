/**
 * Prepared selects: text, values and the mapping from cells to rows. Building a select and its text costs more than running
 * it in SQLite, so frequent selects are built once per isolate and cached by a key. Placeholders stand for values that
 * change between calls. Everything else that changes the select must be part of its key.
 */
import { Column, fillPlaceholders, is, SQL } from 'drizzle-orm'

export type Statement<Row> = { text: string; values: unknown[]; read: (cells: unknown[]) => Row }

/** The part of Drizzle's select that this file uses. Its columns must have unique names (see columns-of). */
export type Select<Rows> = {
  toSQL(): { sql: string; params: unknown[] }
  readonly _: { readonly result: Rows; readonly selectedFields: object }
}

type RowsOf<Asked> = Asked extends Select<(infer Row)[]> ? Row : never
type Decode = (cell: unknown) => unknown
type Leaf = { group: string | null; key: string; decode: Decode }

const built = new Map<string, { text: string; params: unknown[]; read: (cells: unknown[]) => unknown }>()

/** The select of `key`, with `values` for its placeholders. */
export function statement<Asked extends Select<unknown[]>>(
  key: string,
  build: () => Asked,
  values: Record<string, unknown>,
): Statement<RowsOf<Asked>> {
  let known = built.get(key)
  if (!known) {
    const select = build()
    const { sql, params } = select.toSQL()
    known = { text: sql, params, read: readerOf(select) }
    built.set(key, known)
  }
  return {
    text: known.text,
    values: fillPlaceholders(known.params, values),
    read: known.read as (cells: unknown[]) => RowsOf<Asked>,
  }
}

export function statementOf<Asked extends Select<unknown[]>>(select: Asked): Statement<RowsOf<Asked>> {
  const { sql, params } = select.toSQL()
  return { text: sql, values: params, read: readerOf(select) as (cells: unknown[]) => RowsOf<Asked> }
}

/**
 * The cells come in the order of the selected fields. A field is a column, an expression or, in a join, a group of
 * columns.
 */
function readerOf(select: Select<unknown[]>): (cells: unknown[]) => unknown {
  const leaves = Object.entries(select._.selectedFields).flatMap(([key, field]): Leaf[] => {
    const decode = decoderOf(field)
    if (decode) return [{ group: null, key, decode }]
    return Object.entries(field as object).map(([inner, leaf]) => {
      const decodeLeaf = decoderOf(leaf)
      if (!decodeLeaf) throw new Error(`${key}.${inner} is neither a column nor an SQL expression`)
      return { group: key, key: inner, decode: decodeLeaf }
    })
  })
  return (cells) => {
    const row: Record<string, unknown> = {}
    let group: Record<string, unknown> = row
    let name: string | null = null
    for (let at = 0; at < leaves.length; at++) {
      const leaf = leaves[at] as Leaf
      if (leaf.group !== name) {
        name = leaf.group
        group = name === null ? row : {}
        if (name !== null) row[name] = group
      }
      const cell = cells[at]
      group[leaf.key] = cell === null || cell === undefined ? null : leaf.decode(cell)
    }
    return row
  }
}

function decoderOf(field: unknown): Decode | null {
  if (is(field, Column)) return (cell) => field.mapFromDriverValue(cell)
  const expression = is(field, SQL.Aliased) ? field.sql : is(field, SQL) ? field : null
  if (!expression) return null
  // Drizzle does not expose the decoder that `mapWith` received.
  const { decoder } = expression as unknown as { decoder: { mapFromDriverValue: Decode } }
  return (cell) => decoder.mapFromDriverValue(cell)
}
