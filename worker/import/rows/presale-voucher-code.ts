/**
 * Prepares voucher codes and presale codes for the database: hashes them with CODE_SECRET and chooses the ids of their
 * rows. The uses of a code are counted by the id of its row. Therefore the row keeps its id when the secret changes.
 */
import { codeHash, codeHashes, codeSecretCheck, formerCodeHash } from '../../domain/tickets/presale-voucher-hash.ts'
import { type Build, reportFault } from '../build.ts'
import type { Origin } from '../catalogue.ts'
import { codeKey, entityId } from '../ids.ts'

type CodeRow = { id: string; hash: string }

/** `event` is the event of a presale code; null for a voucher. Reports a fault if there is no secret. */
export function codeRow(
  build: Build,
  kind: 'voucher' | 'presaleCode',
  event: { id: string; slug: string } | null,
  code: string,
  origin: Origin,
  at: PropertyKey[],
): CodeRow {
  const { CODE_SECRET: secret } = build.codeSecrets
  if (!secret) {
    reportFault(build, origin, at, 'expected CODE_SECRET in the environment: codes are stored as HMACs with this key')
  }
  const hash = secret ? codeHash(secret, code) : formerCodeHash(code)
  const known = codeHashes(build.codeSecrets, code)
    .map((former) => build.current.codeIds.get(codeKey(event?.id ?? null, former)))
    .find((id) => id !== undefined)
  return { id: known ?? entityId(kind, ...(event ? [event.slug] : []), hash), hash }
}

/**
 * Checks that CODE_SECRET is the secret of the stored codes, because a worker with another secret would refuse them. The
 * secret may change only if the import also gets the former secret and hashes every code in use again. Otherwise this
 * function reports a fault. `pruned` contains the sources whose absent rows this import removes.
 *
 * Returns the check value of the secret if the import must store it. Returns null if the value is already stored, if the
 * import has no codes or no secret, or after a fault.
 */
export function checkCodeSecret(build: Build, pruned: ReadonlySet<string>): string | null {
  const { CODE_SECRET: secret, CODE_SECRET_PREVIOUS: previous } = build.codeSecrets
  const { sources, codeIds, codeCheck: stored } = build.current
  const codes = build.wanted.filter(({ kind }) => kind === 'voucher' || kind === 'presaleCode')
  const [first] = codes
  if (!secret || !first) return null
  const check = codeSecretCheck(secret)
  if (stored === check) return null
  if (stored === null || codeIds.size === 0) return check
  const refuse = (message: string) => {
    reportFault(build, first.origin, [], message)
    return null
  }
  if (!previous || codeSecretCheck(previous) !== stored) {
    return refuse(
      'expected the CODE_SECRET with which the codes in the database were hashed; to change it, also give the former one as CODE_SECRET_PREVIOUS',
    )
  }
  const ids = new Set(codes.map(({ id }) => id))
  const left = [...codeIds.values()].filter((id) => !ids.has(id)).map((id) => sources.get(id))
  const inUse = left.flatMap((row) => (row && row.hash !== '' && !pruned.has(row.source) ? [row.source] : []))
  if (inUse.length > 0) {
    const named = [...new Set(inUse)].map((source) => `"${source}"`).join(', ')
    return refuse(
      `CODE_SECRET changes, but codes of ${named} would stay hashed with the former secret. Import all sources with codes at once. If codes were removed from the files, add --prune`,
    )
  }
  if (left.length > 0) {
    build.notes.push(
      `CODE_SECRET changes: ${left.length} withdrawn codes would count as new codes if you import them again`,
    )
  }
  return check
}
