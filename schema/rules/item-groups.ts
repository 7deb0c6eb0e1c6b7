/** Groups the items of a cart or an order: tickets of one event stand together below its name and date. */

type Grouped = { eventId: string | null; bundled?: readonly unknown[] }

/** A group has the place of its first ticket. Bundles and merch stay alone: a bundle's line lists its parts. */
export function itemGroups<Item extends Grouped>(items: readonly Item[]): [Item, ...Item[]][] {
  const groups: [Item, ...Item[]][] = []
  for (const item of items) {
    const group = isTicketAlone(item)
      ? groups.find(([first]) => isTicketAlone(first) && first.eventId === item.eventId)
      : undefined
    if (group) group.push(item)
    else groups.push([item])
  }
  return groups
}

function isTicketAlone({ eventId, bundled = [] }: Grouped): boolean {
  return eventId !== null && bundled.length === 0
}
