/** Codes of vouchers and presales on their way into the database: a hash under CODE_SECRET, and the id of the code's row. */
import { codeHash, formerCodeHash } from '../../domain/code-hash.ts'
import type { Build } from '../build.ts'
import { faultAt, type Origin } from '../catalogue.ts'
import { entityId } from '../ids.ts'

type CodeRow = { id: string; hash: string }

/**
 * `path` names what the code belongs to. A row of an import that hashed without a secret keeps its id, by which orders have
 * counted its uses, and gets the new hash. Without a secret the fault is noted.
 */
export function codeRow(
  build: Build,
  kind: 'voucher' | 'presaleCode',
  path: string[],
  code: string,
  origin: Origin,
  at: PropertyKey[],
): CodeRow {
  const formerHash = formerCodeHash(code)
  const formerId = entityId(kind, ...path, formerHash)
  if (build.codeSecret === null) {
    build.faults.push(
      faultAt(origin, at, 'expected CODE_SECRET in the environment: codes are stored as an HMAC under it'),
    )
    return { id: formerId, hash: formerHash }
  }
  const hash = codeHash(build.codeSecret, code)
  const isKnown = (build.current.sources.get(formerId)?.hash ?? '') !== ''
  return { id: isKnown ? formerId : entityId(kind, ...path, hash), hash }
}
