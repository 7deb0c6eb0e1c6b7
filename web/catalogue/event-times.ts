import { formatTime } from '../i18n/format.ts'
import { m } from '../i18n/messages.ts'

type TimedEvent = { doorAt: number | null; stageAt: number | null; venue: { timeZone: string } }

/** The times of the doors, if they are known, and of the stage, in the venue's time zone. `start` is the start of the event. */
export function eventTimes({ doorAt, stageAt, venue }: TimedEvent, start: number): string[] {
  const stage = `${m.event_stage()} ${formatTime(stageAt ?? start, venue.timeZone)}`
  return doorAt === null ? [stage] : [`${m.event_doors()} ${formatTime(doorAt, venue.timeZone)}`, stage]
}
