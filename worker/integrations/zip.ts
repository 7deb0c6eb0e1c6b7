/** Writes ZIP archives without compression, because a pass consists of small files and pictures that are compressed already. */
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
/** The names are in UTF-8. */
const FLAGS = 0x0800
/** 1 January 1980, the earliest date that the format has. */
const NO_DATE = 0x21

export function zip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const written: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const nameBytes = Buffer.from(name)
    // Both headers of a file contain these fields: flags, method, time, date, checksum, sizes, and the length of the name.
    const facts = Buffer.alloc(24)
    facts.writeUInt16LE(FLAGS, 0)
    facts.writeUInt16LE(NO_DATE, 6)
    facts.writeUInt32LE(crc32(bytes), 8)
    facts.writeUInt32LE(bytes.length, 12)
    facts.writeUInt32LE(bytes.length, 16)
    facts.writeUInt16LE(nameBytes.length, 20)
    const local = Buffer.concat([numbers(LOCAL_HEADER), shorts(VERSION), facts, nameBytes, bytes])
    // After the facts follow the comment's length, the number of the disk, two fields of attributes, and the file's place.
    const place = Buffer.concat([shorts(0, 0, 0), numbers(0, at)])
    directory.push(Buffer.concat([numbers(CENTRAL_HEADER), shorts(VERSION, VERSION), facts, place, nameBytes]))
    written.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = [numbers(END_OF_DIRECTORY), shorts(0, 0, files.size, files.size), numbers(entries.length, at), shorts(0)]
  return Buffer.concat([...written, entries, ...end])
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index)
  return bytes
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}
