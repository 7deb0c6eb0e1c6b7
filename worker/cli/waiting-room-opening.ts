/** Parses and formats the opening time of a waiting room. A parsed time without a zone is in Berlin time. */
import { HOUR } from '../../schema/limits.ts'
import { SHOP_ZONE } from '../../schema/rules/shop-zone.ts'
import { resolveMoment } from '../import/moments.ts'

const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?$/
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4}),? (\d{1,2}):(\d{2})(?: Uhr)?$/
const EXPECTED = '2026-12-01T10:00, 2026-12-01T10:00+01:00 or 01.12.2026 10:00'

/**
 * Returns epoch milliseconds. Throws if the time is malformed or past. Without a zone, it also throws if the clocks in
 * Berlin skip the time or show it twice.
 */
export function openingTime(text: string, now: number): number {
  const iso = ISO.exec(text)
  const german = GERMAN.exec(text)
  if (!iso && !german) throw new Error(`expected a date and a time such as ${EXPECTED} instead of "${text}"`)
  const [year, month, day, hour, minute, second = '00'] = iso
    ? iso.slice(1)
    : [german?.[3], german?.[2], german?.[1], german?.[4], german?.[5]].map((part) => (part ?? '').padStart(2, '0'))
  const zone = iso?.[7] ?? ''
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const utc = new Date(`${wall}Z`)
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 19) !== wall)
    throw new Error(`"${text}" is not a calendar date`)
  const opensAt = resolveMoment(wall + zone, SHOP_ZONE, now)
  if (zone === '') {
    if (wallOf(opensAt) !== wall) throw new Error(`"${text}" does not exist in Berlin: the clocks skip this time`)
    if ([opensAt - HOUR, opensAt + HOUR].some((other) => wallOf(other) === wall))
      throw new Error(`"${text}" occurs twice in Berlin: add the zone, such as +01:00`)
  }
  if (opensAt <= now) throw new Error(`${berlinTime(opensAt)} is past; use "open" to queue visitors from now on`)
  return opensAt
}

/** For example `2026-12-01 10:00 Berlin (UTC+01:00)`. */
export function berlinTime(instant: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: SHOP_ZONE, timeZoneName: 'longOffset' })
  const zone = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${wallOf(instant).slice(0, 16).replace('T', ' ')} Berlin (${zone.replace('GMT', 'UTC')})`
}

function wallOf(instant: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: SHOP_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(instant).replace(' ', 'T')
}
