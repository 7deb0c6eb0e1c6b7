/** EVT-02: the event schema requires a pricing category, so an event that needs none has one of this name, which is not shown. */
export function categoryIsHidden(name: string): boolean {
  return name === 'Default'
}

/** The name of a ticket outside the price table, from its pricing category and its variant: "Standing, Full price". */
export function ticketName(category: string, variant: string): string {
  return categoryIsHidden(category) || category === variant ? variant : [category, variant].filter(Boolean).join(', ')
}
