/**
 * The shop's IANA time zone. Deadlines, tours and deliveries use it, because they have no venue. It is also the default
 * for venues without a time zone of their own. In catalogue files, dates with neither a zone nor a venue are in this zone.
 */
export const SHOP_ZONE = 'Europe/Berlin'
