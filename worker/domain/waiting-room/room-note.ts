/** The note of an operator that a waiting screen shows. */
import { DEFAULT_LOCALE, type Locale } from '../../../schema/locale.ts'
import type { QueueView, RoomNote } from '../../../schema/waiting-room.ts'

type NotedRoom = {
  note: RoomNote | null
  /** The end of the sale of the event that the room guards; null if it guards a shop. */
  saleEndsAt: number | null
}

/** Once the sale is over, nobody should read the note about it. */
export function currentNote({ note, saleEndsAt }: NotedRoom, now: number): RoomNote | null {
  return saleEndsAt !== null && now >= saleEndsAt ? null : note
}

/** The text in the visitor's language, else in German. */
export function noteIn(note: RoomNote, locale: Locale): NonNullable<QueueView['note']> {
  const text = note[locale]
  return text === null ? { text: note.de, locale: DEFAULT_LOCALE } : { text, locale }
}
