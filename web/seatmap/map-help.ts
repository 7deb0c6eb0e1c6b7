/** Tells screen readers the keys of the map. */
import { m } from '../i18n/messages.ts'

export function MapHelp() {
  return m.event_map_help()
}
