/** Tells screen readers which keys move and zoom the map. */
import { m } from '../i18n/messages.ts'

export function MapHelp() {
  return m.event_map_help()
}
