/** The parts whose chunk loads after the first paint of the map. */
export { BestSeatsForm } from './best-seats.tsx'
export { MapHelp } from './map-help.ts'
export { SeatList } from './seat-list.tsx'
export { SeatTooltip } from './seat-tooltip.tsx'
