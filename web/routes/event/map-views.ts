/**
 * The seat map before and during the sale. Both are in one chunk, which loads with one request: a chunk of their common code
 * would be requested only once the other chunk has arrived.
 */
export { default as MapPreview } from './map-preview.tsx'
export { default as MapTickets } from './map-tickets.tsx'
