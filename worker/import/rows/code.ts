/**
 * Codes of vouchers and presales on their way into the database: a hash under CODE_SECRET, and the id of the code's row.
 * Orders count a code's uses by that id, so a known code keeps its row whatever secret it was hashed with.
 */
import { codeHash, codeHashes, codeSecretCheck, formerCodeHash } from '../../domain/code-hash.ts'
import type { Build } from '../build.ts'
import { faultAt, type Origin } from '../catalogue.ts'
import { entityId } from '../ids.ts'

type CodeRow = { id: string; hash: string }

const KINDS = ['voucher', 'presaleCode'] as const
type CodeKind = (typeof KINDS)[number]

/** `event` is the id and the slug of the event that a presale code opens. Without a secret the fault is noted. */
export function codeRow(
  build: Build,
  kind: CodeKind,
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

/** Names a stored code within its event; a voucher has none. */
export function codeKey(eventId: string | null, hash: string): string {
  return `${eventId ?? ''}/${hash}`
}

/**
 * What to store beside the codes so that the next import knows their secret; null where it is stored or no code is
 * imported. Another secret than the stored one is a fault: no code would fit in a worker that has the former one. It may
 * change where the former one is given as well and this import hashes every code anew.
 */
export function checkCodeSecret(build: Build, pruned: ReadonlySet<string>): string | null {
  const { CODE_SECRET: secret, CODE_SECRET_PREVIOUS: previous } = build.codeSecrets
  const codes = build.wanted.filter(({ kind }) => isCode(kind))
  const [first] = codes
  if (!secret || !first) return null
  const stored = build.current.codeCheck
  const check = codeSecretCheck(secret)
  if (stored === check) return null
  if (stored === null) return check
  if (!previous || codeSecretCheck(previous) !== stored) {
    const message =
      'CODE_SECRET is not the one that the codes in the database were hashed with: import with that one, or give it as CODE_SECRET_PREVIOUS to change it'
    build.faults.push(faultAt(first.origin, [], message))
    return null
  }
  const ids = new Set(codes.map(({ id }) => id))
  const left = [...build.current.sources].flatMap(([id, { kind, source, hash }]) =>
    isCode(kind) && hash !== '' && !ids.has(id) && !pruned.has(source) ? [source] : [],
  )
  if (left.length === 0) return check
  const sources = [...new Set(left)].map((source) => `"${source}"`).join(', ')
  const message = `CODE_SECRET changes, and ${left.length} codes of ${sources} would stay under the former one: import all sources of codes at once, with --prune where codes have gone`
  build.faults.push(faultAt(first.origin, [], message))
  return null
}

function isCode(kind: string): boolean {
  return KINDS.some((known) => known === kind)
}
