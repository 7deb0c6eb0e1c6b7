/**
 * Normalises an operation's variables, so that different spellings of a query share one cache entry. Keeps only the declared
 * variables, in their declared order. Inside their values, sorts the keys of objects, removes extra spaces and normalises
 * Unicode.
 */
export function canonicalVariables(
  given: Readonly<Record<string, unknown>>,
  declared: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    declared.flatMap((name) => (given[name] === undefined ? [] : [[name, canonicalValue(given[name])]])),
  )
}

function canonicalValue(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (Array.isArray(value)) return value.map(canonicalValue)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return Object.fromEntries(pairs.map(([key, part]) => [key, canonicalValue(part)]))
}
