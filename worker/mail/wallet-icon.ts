/** Paints the icon of passes: a ticket with a notch on both sides, in the colours of the band's design. */
import { picturePng } from './png.ts'

type Colour = readonly [number, number, number]

/** Sub-pixels per side of a pixel, for smooth edges. */
const SAMPLES = 4
const TICKET = { left: 0.13, right: 0.87, top: 0.29, bottom: 0.71, notch: 0.085, fold: 0.62, dash: 0.105 } as const

/** `#a80f22` becomes `[168, 15, 34]`. */
export function channelsOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Whether the point of the unit square belongs to the ticket. */
function isTicket(x: number, y: number): boolean {
  const { left, right, top, bottom, notch, fold, dash } = TICKET
  if (x < left || x > right || y < top || y > bottom) return false
  if (Math.hypot(Math.min(x - left, right - x), y - 0.5) < notch) return false
  const isFold = Math.abs(x - fold) < 0.018 && (y - top) % dash > dash / 2
  return !isFold
}

/** Returns a PNG with `size` pixels per side. */
export function walletIcon(size: number, ground: string, ink: string): Uint8Array {
  const [below, above] = [channelsOf(ground), channelsOf(ink)]
  const share = (column: number, row: number) => {
    let hits = 0
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size
      const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size
      if (isTicket(x, y)) hits++
    }
    return hits / (SAMPLES * SAMPLES)
  }
  const pixels = new Uint8Array(size * size * 3)
  for (let pixel = 0; pixel < size * size; pixel++) {
    const ticket = share(pixel % size, Math.floor(pixel / size))
    for (const channel of [0, 1, 2] as const)
      pixels[pixel * 3 + channel] = Math.round(above[channel] * ticket + below[channel] * (1 - ticket))
  }
  return picturePng(size, size, pixels)
}
