/** Some products are only for ticket buyers: they are sold together with a ticket, in the same cart and order. */
type Article = { event: object | null; ticketRequired: boolean }

export function ticketIsMissing(articles: Article[]): boolean {
  return articles.some(({ ticketRequired }) => ticketRequired) && articles.every(({ event }) => event === null)
}
