/**
 * EVT-02: returns whether pages hide the name of a pricing category. An event that the shop sells needs at least one
 * pricing category, so an event with a single price has one that is named "Default".
 */
export function categoryIsHidden(name: string): boolean {
  return name === 'Default'
}

/** Returns a ticket's name with its pricing category, for texts outside the price table: "Standing, Full price". */
export function ticketName(category: string, variant: string): string {
  return categoryIsHidden(category) || category === variant ? variant : [category, variant].filter(Boolean).join(', ')
}
