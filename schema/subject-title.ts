/**
 * The subject in a page's title. A title appears alone, in a browser tab or among search results, where the plain name is
 * ambiguous: an LP may share it with its CD, and a concert with the whole tour (PROD-02). So the title adds what tells them
 * apart, unless the catalogue's descriptive name already contains it.
 */

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

type ProductNames = { descriptiveName: string; productType: string; color?: string | null }

/** "Kiosk Kardinal – Pfandgut (LP, Cherry)". */
export function productTitle({ descriptiveName, productType, color }: ProductNames): string {
  const missing = [productType, color ?? ''].filter((part) => part !== '' && !contains(descriptiveName, part))
  return missing.length > 0 ? `${descriptiveName} (${missing.join(', ')})` : descriptiveName
}

/** "Kiosk Kardinal – Leergut, Berlin, Sa, 05.12.2026". `day` is null if the event hides its date (EVL-04). */
export function eventTitle(event: { descriptiveName: string; city: string; day: string | null }): string {
  const { descriptiveName, city, day } = event
  return [descriptiveName, contains(descriptiveName, city) ? null : city, day]
    .filter((part) => part !== null)
    .join(', ')
}

/** "Kiosk Kardinal – Leergut-Tour", or "Kiosk Kardinal – Leergut (Tour)" if the name does not contain the word. */
export function tourTitle({ name, artistNames }: { name: string; artistNames: string }): string {
  const title = artistNames === '' || contains(name, artistNames) ? name : `${artistNames} – ${name}`
  return contains(name, 'tour') ? title : `${title} (Tour)`
}
