/**
 * Puts tables of `meta` keys into the text of a README, between markers. Each row contains a key and the `effect` in its
 * zod metadata.
 */
import type * as z from 'zod'

type Keys = z.ZodObject<Readonly<Record<string, z.ZodType>>>

/** Throws if a key has no effect, because its row would be empty. */
function tableOf(name: string, keys: Keys): string {
  const rows = Object.entries(keys.shape).map(([key, value]) => {
    const effect = value.meta()?.effect
    if (typeof effect !== 'string' || effect === '') throw new Error(`the key ${key} of ${name} has no effect`)
    return `| \`${key}\` | ${effect.replaceAll('|', '\\|')} |`
  })
  return [`| ${name} | effect |`, '| --- | --- |', ...rows].join('\n')
}

/** Replaces the text between `<!-- meta keys: NAME -->` and `<!-- end -->`. Throws if a table has no such markers. */
export function withMetaTables(readme: string, tables: Record<string, Keys>): string {
  return Object.entries(tables).reduce((text, [name, keys]) => {
    const opening = `<!-- meta keys: ${name} -->\n`
    const start = text.indexOf(opening)
    const end = text.indexOf('\n<!-- end -->', start)
    if (start < 0 || end < 0) throw new Error(`the README has no markers for the meta keys of ${name}`)
    return `${text.slice(0, start + opening.length)}\n${tableOf(name, keys)}\n${text.slice(end)}`
  }, readme)
}
