/** The IANA time zone of whatever belongs to no venue: deadlines, tours, deliveries, and catalogue dates without a zone. */
export const SHOP_ZONE = 'Europe/Berlin'
