/** The words for a seat's status, in the tooltip and in the list. */
import { m } from '../i18n/messages.ts'
import { SEAT } from './seat-status.ts'

export function stateText(status: number | undefined): string {
  switch (status) {
    case SEAT.free:
      return m.event_state_free()
    case SEAT.held:
      return m.event_state_held()
    case SEAT.own:
      return m.event_state_own()
    case SEAT.adding:
      return m.event_state_adding()
    case SEAT.removing:
      return m.event_state_removing()
    case SEAT.chosen:
      return m.event_state_chosen()
    default:
      return m.event_state_taken()
  }
}
