/**
 * The bucket key of a shop's icon as PNG: passes in wallets show only this format, and every browser shows it in its tabs. The
 * import writes it.
 */

/** A logo in Apple Wallet is at most 50 points high, so this is enough for a screen with three pixels per point. */
const LARGEST_WIDTH = 180

/** Returns the largest width that is small enough for a pass. `widths` are ascending. */
export function logoWidth(widths: readonly number[]): number {
  return widths.filter((width) => width <= LARGEST_WIDTH).at(-1) ?? widths[0] ?? 0
}

export function logoKey({ key, widths }: { key: string; widths: readonly number[] }): string {
  return `images/${key}/${logoWidth(widths)}.png`
}
