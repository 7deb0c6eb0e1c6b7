/**
 * What a page's title calls its subject, once for edge and browser. Titles stand alone, in a browser's tab or a list of
 * results: there a name says too little that an LP shares with its CD, or a concert with the whole tour (PROD-02). What
 * the catalogue's own descriptive name says already is not said twice.
 */

function says(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

type Article = { descriptiveName: string; productType: string; color?: string | null }

/** "Kiosk Kardinal – Pfandgut (LP, Cherry)". */
export function productTitle({ descriptiveName, productType, color }: Article): string {
  const missing = [productType, color ?? ''].filter((part) => part !== '' && !says(descriptiveName, part))
  return missing.length > 0 ? `${descriptiveName} (${missing.join(', ')})` : descriptiveName
}

/** "Kiosk Kardinal – Leergut, Berlin, Sa, 05.12.2026"; `day` is null where the event hides it (EVL-04). */
export function eventTitle(event: { descriptiveName: string; city: string; day: string | null }): string {
  const { descriptiveName, city, day } = event
  return [descriptiveName, says(descriptiveName, city) ? null : city, day].filter((part) => part !== null).join(', ')
}

/** "Kiosk Kardinal – Leergut-Tour"; a tour without the word in its name bears it behind. */
export function tourTitle({ name, artistNames }: { name: string; artistNames: string }): string {
  const title = artistNames === '' || says(name, artistNames) ? name : `${artistNames} – ${name}`
  return says(name, 'tour') ? title : `${title} (Tour)`
}
