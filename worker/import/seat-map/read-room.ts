/** Recognises the format of a seat map by its fields and reads it. Returns messages for the author if that fails. */
import type * as z from 'zod'
import { locationText } from '../catalogue.ts'
import { describeIssue } from '../schema-issue.ts'
import { OwnSeatMap, roomOfOwn } from './own.ts'
import { PretixPlan, roomOfPretix } from './pretix.ts'
import type { Room } from './room.ts'
import { roomOfSeatsio, SeatsioChart } from './seatsio.ts'

const FAULTS_SHOWN = 10

type ReadRoom = { ok: true; room: Room } | { ok: false; messages: string[] }

/** `json` is the parsed content of the file. */
export function readRoom(json: unknown): ReadRoom {
  if (typeof json !== 'object' || json === null) return unknownFormat()
  if ('zones' in json && Array.isArray(json.zones)) return read('pretix', PretixPlan, roomOfPretix, json)
  if ('subChart' in json) return read('seats.io', SeatsioChart, roomOfSeatsio, json)
  if ('sections' in json) return read('own', OwnSeatMap, roomOfOwn, json)
  return unknownFormat()
}

function read<Plan>(format: string, schema: z.ZodType<Plan>, roomOf: (plan: Plan) => Room, json: unknown): ReadRoom {
  const parsed = schema.safeParse(json)
  if (parsed.success) return { ok: true, room: roomOf(parsed.data) }
  const messages = parsed.error.issues.slice(0, FAULTS_SHOWN).map((issue) => {
    const { path, message } = describeIssue(issue)
    return `read as ${format} format: ${locationText('', path)}: ${message}`
  })
  const rest = parsed.error.issues.length - messages.length
  return { ok: false, messages: rest > 0 ? [...messages, `and ${rest} more of this file`] : messages }
}

function unknownFormat(): ReadRoom {
  return {
    ok: false,
    messages: ['expected a seat map: our own (sections), a pretix plan (zones) or a seats.io chart (subChart)'],
  }
}
