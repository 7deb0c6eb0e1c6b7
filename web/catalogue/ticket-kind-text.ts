/** The names of the two kinds of tickets, and how they reach the fan (EVT-04). */
import type { TicketKind } from '../../schema/rules/ticket-kind.ts'
import { m } from '../i18n/messages.ts'

export function kindName(kind: TicketKind): string {
  return kind === 'online' ? m.event_kind_online() : m.event_kind_hard()
}

export function kindText(kind: TicketKind): string {
  return kind === 'online' ? m.event_kind_online_text() : m.event_kind_hard_text()
}
