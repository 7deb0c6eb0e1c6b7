/**
 * Queries whose variables open something: an order's page, an event's presale. Browsers send them by POST and the shop
 * refuses them by GET, because addresses end up in logs, histories and referrers.
 */
export const SECRET_QUERIES: ReadonlySet<string> = new Set(['Order', 'PresaleCode'])
