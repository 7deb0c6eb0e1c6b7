/**
 * Loads the parts that the first paint of the map does not need: the list, the form for the best seats, the tooltip and the
 * help. They share one chunk, which loads right after the first paint. So they later open at once, even without a connection.
 */
export const later = () => import('./later-parts.ts')
