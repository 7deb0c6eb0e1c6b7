/** Some articles are for those who come: they are sold only beside a ticket, in the same cart and the same order. */
type Article = { event: object | null; ticketRequired: boolean }

export function ticketIsMissing(articles: Article[]): boolean {
  return articles.some(({ ticketRequired }) => ticketRequired) && articles.every(({ event }) => event === null)
}
