/**
 * The titles of product, event and tour pages. In a browser tab or a search result, the name alone is ambiguous: an LP
 * and a CD may have the same name, and so may a concert and its tour (PROD-02). Therefore a product's title adds its type
 * and colour, an event's title adds the city and the date, and a tour's title adds the artists and the word "Tour". A
 * part that the name already contains is left out, except for the date.
 */

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

type ProductNames = { descriptiveName: string; productType: string; color?: string | null }

/** Returns, for example, "Kiosk Kardinal – Pfandgut (LP, Cherry)". */
export function productTitle({ descriptiveName, productType, color }: ProductNames): string {
  const missing = [productType, color ?? ''].filter((part) => part !== '' && !contains(descriptiveName, part))
  return missing.length > 0 ? `${descriptiveName} (${missing.join(', ')})` : descriptiveName
}

/** The city in the language of the page, and as in the postal address. A name in English may contain either. */
type City = { city: string; postalCity: string }

function namesCity(text: string, { city, postalCity }: City): boolean {
  return contains(text, city) || contains(text, postalCity)
}

/**
 * Returns, for example, "Kiosk Kardinal – Leergut, Berlin, Sa, 05.12.2026". `day` is null if the event hides its date
 * (EVL-04).
 */
export function eventTitle(event: { descriptiveName: string; venue: City; day: string | null }): string {
  const { descriptiveName, venue, day } = event
  return [descriptiveName, namesCity(descriptiveName, venue) ? null : venue.city, day]
    .filter((part) => part !== null)
    .join(', ')
}

/**
 * Returns the heading of an event's page, for example "Leergut-Tour – Hamburg". All dates of a tour have the same name, so the
 * city tells them apart.
 */
export function eventHeading({ name, venue }: { name: string; venue: City }): string {
  return namesCity(name, venue) ? name : `${name}\u00a0– ${venue.city}`
}

/** Returns "Kiosk Kardinal – Leergut-Tour", or "Kiosk Kardinal – Leergut (Tour)" if the name lacks the word "tour". */
export function tourTitle({ name, artistNames }: { name: string; artistNames: string }): string {
  const title = artistNames === '' || contains(name, artistNames) ? name : `${artistNames} – ${name}`
  return contains(name, 'tour') ? title : `${title} (Tour)`
}
