/** The parts of the map whose chunk loads after its first picture. */
export { BestSeatsForm } from './best-seats.tsx'
export { MapHelp } from './map-help.ts'
export { SeatList } from './seat-list.tsx'
export { SeatTooltip } from './seat-tooltip.tsx'
