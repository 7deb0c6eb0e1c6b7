/**
 * Who owes a concert to its fans. The shop only brokers the tickets, so the other party of the contract is the company that owns
 * the event or, if the catalogue names none, the local organiser.
 */

/** `isOwner`: the promoter is the company that owns the event, and `name` includes its address. */
export type Promoter = { isOwner: boolean; name: string }

type PromotedEvent = { localOrganizer: string | null; owningCompanyAddress: unknown }

/** Returns null if the catalogue names neither a company nor an organiser. */
export function promoterOf({ localOrganizer, owningCompanyAddress }: PromotedEvent): Promoter | null {
  const owner = companyLines(owningCompanyAddress)
  if (owner.length > 0) return { isOwner: true, name: owner.join(', ') }
  return localOrganizer === null ? null : { isOwner: false, name: localOrganizer }
}

/** Returns the local organiser, or null if it is the company that owns the event, so that no page names it twice. */
export function organiserBeside({ localOrganizer, owningCompanyAddress }: PromotedEvent): string | null {
  return companyLines(owningCompanyAddress)[0] === localOrganizer ? null : localOrganizer
}

/**
 * Returns the lines that name the promoters of an order's events, such as `Veranstalter: Nachtwerk GmbH`. A line names its event
 * only if the line does not apply to all events.
 */
export function promoterLines(
  events: readonly { name: string; promoter: Promoter | null }[],
  labels: { owner: string; organiser: string },
): string[] {
  const lines = events.flatMap(({ name, promoter }) =>
    promoter ? [{ event: name, text: `${promoter.isOwner ? labels.owner : labels.organiser}: ${promoter.name}` }] : [],
  )
  const texts = [...new Set(lines.map(({ text }) => text))]
  if (texts.length === 1 && lines.length === events.length) return texts
  return [...new Set(lines.map(({ event, text }) => `${text} (${event})`))]
}

/** Returns the lines of a company's address from the catalogue's JSON, or an empty list for any other value. */
export function companyLines(address: unknown): string[] {
  if (typeof address !== 'object' || address === null) return []
  const field = (key: string) => {
    const value: unknown = Reflect.get(address, key)
    return typeof value === 'string' ? value : ''
  }
  return [
    field('company'),
    `${field('firstName')} ${field('lastName')}`,
    field('address'),
    field('address2'),
    `${field('postCode')} ${field('city')}`,
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
