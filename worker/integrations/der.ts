/** Writes and reads DER, the binary form of certificates and signatures (ITU-T X.690). */
import { Buffer } from 'node:buffer'

export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  /** The constructed, context-specific tag 0. */
  context0: 0xa0,
} as const

/** Returns a value with its tag and its length. The parts are joined. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** `dotted` is an object identifier such as `1.2.840.113549.1.7.2`. */
export function derObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 127]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128)
    return groups
  })
  return der(TAG.objectId, Buffer.from(bytes))
}

/** A UTCTime, such as 261123043000Z. `time` is in epoch milliseconds. */
export function derTime(time: number): Buffer {
  return der(TAG.utcTime, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))
}

/** A value with its tag, the bytes of its content, and all of its bytes. */
export type DerValue = { tag: number; content: Uint8Array; whole: Uint8Array }

/** Returns the values that follow each other in these bytes. Throws if a value is longer than the bytes. */
export function derValues(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at + 1] ?? 0
    const lengthBytes = first < 128 ? 0 : first & 127
    let length = first < 128 ? first : 0
    for (let digit = 0; digit < lengthBytes; digit++) length = length * 256 + (bytes[at + 2 + digit] ?? 0)
    const start = at + 2 + lengthBytes
    const end = start + length
    if (end > bytes.length) throw new Error('a DER value is longer than its container')
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return values
}
