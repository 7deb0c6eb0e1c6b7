/**
 * Loads the parts that the first picture of the map does not need: the list, the form for the best seats, the tooltip and the
 * help. They have one chunk, which loads once the map is there. So they open at once, and also without a connection.
 */
export const later = () => import('./later-parts.ts')
