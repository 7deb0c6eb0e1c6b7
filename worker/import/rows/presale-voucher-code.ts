/**
 * Prepares the codes of vouchers and presales for the database: a hash under CODE_SECRET, and the id of the code's row. Orders
 * count a code's uses by that id, so a known code keeps its row when the secret changes.
 */
import { codeHash, codeHashes, codeSecretCheck, formerCodeHash } from '../../domain/tickets/presale-voucher-hash.ts'
import type { Build } from '../build.ts'
import { faultAt, type Origin } from '../catalogue.ts'
import { codeKey, entityId } from '../ids.ts'

type CodeRow = { id: string; hash: string }

/** `event` is the id and the slug of the event that a presale code opens. Without a secret the fault is noted. */
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
    build.faults.push(
      faultAt(origin, at, 'expected CODE_SECRET in the environment: codes are stored as an HMAC under it'),
    )
  }
  const hash = secret ? codeHash(secret, code) : formerCodeHash(code)
  const known = codeHashes(build.codeSecrets, code)
    .map((former) => build.current.codeIds.get(codeKey(event?.id ?? null, former)))
    .find((id) => id !== undefined)
  return { id: known ?? entityId(kind, ...(event ? [event.slug] : []), hash), hash }
}

/**
 * The check value of the secret, to store beside the codes; null if it is stored or no code is imported. A secret that differs
 * from that of the stored codes is a fault, because the worker would match no code. It may change if the former secret is
 * given as well and this import hashes every code in use again.
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
    build.faults.push(faultAt(first.origin, [], message))
    return null
  }
  if (!previous || codeSecretCheck(previous) !== stored) {
    return refuse(
      'CODE_SECRET is not the one that the codes in the database were hashed with: import with that one, or give it as CODE_SECRET_PREVIOUS to change it',
    )
  }
  const ids = new Set(codes.map(({ id }) => id))
  const left = [...codeIds.values()].filter((id) => !ids.has(id)).map((id) => sources.get(id))
  const inUse = left.flatMap((row) => (row && row.hash !== '' && !pruned.has(row.source) ? [row.source] : []))
  if (inUse.length > 0) {
    const named = [...new Set(inUse)].map((source) => `"${source}"`).join(', ')
    return refuse(
      `CODE_SECRET changes, and codes of ${named} would stay under the former one: import all sources of codes at once, with --prune where codes have gone`,
    )
  }
  if (left.length > 0) {
    build.notes.push(`CODE_SECRET changes: ${left.length} withdrawn codes are not known again, should they come back`)
  }
  return check
}
