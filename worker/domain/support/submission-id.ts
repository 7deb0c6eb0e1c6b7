/** The ids of submissions and of their answers. Equal input gives equal ids, so a repeated request changes nothing. */
import { createHash } from 'node:crypto'
import { derivedId } from '../../../schema/ids.ts'

const REFERENCE_FROM = 'sub_'.length
const REFERENCE_LENGTH = 10

/** `key` is the browser's random idempotency key. It also names the submission to which an uploaded photo belongs. */
export function submissionIdOf(shopId: string, key: string): string {
  return derivedId('submission', digestOf(shopId, key))
}

export function replyIdOf(submissionId: string, text: string): string {
  return derivedId('submissionReply', digestOf(submissionId, text))
}

/** The number that mails and pages show for a submission: the first 50 random bits of its id. */
export function submissionReference(id: string): string {
  return id.slice(REFERENCE_FROM, REFERENCE_FROM + REFERENCE_LENGTH).toUpperCase()
}

/** The start of the id that belongs to a typed reference or id; null if the text is neither. */
export function submissionIdStart(typed: string): string | null {
  const start = typed.trim().toLowerCase().replace(/^sub_/, '')
  return /^[0-9a-hjkmnp-tv-z]{10,26}$/.test(start) ? `sub_${start}` : null
}

/** A digest of what the fan sent. */
export function fingerprintOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

function digestOf(...parts: string[]): Uint8Array {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
