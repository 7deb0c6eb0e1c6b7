/** The two kinds of tickets (EVT-04): an online ticket comes by email, and a hard ticket by post. */
export type TicketKind = 'online' | 'hard'

type KindOfVariant = { physical: boolean }

export function ticketKind({ physical }: KindOfVariant): TicketKind {
  return physical ? 'hard' : 'online'
}

/** The kinds among the variants, without repetitions. */
export function kindsAmong(variants: readonly KindOfVariant[]): TicketKind[] {
  const kinds = new Set(variants.map(ticketKind))
  return (['online', 'hard'] as const).filter((kind) => kinds.has(kind))
}
