/** Returns `Rang, Reihe 2, Platz 1 · eingeschränkte Sicht`. */
export function withProperties(place: string, properties: readonly string[]): string {
  return [place, ...properties].filter(Boolean).join(' · ')
}
