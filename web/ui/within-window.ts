/** How far something may be moved without leaving the window. */
export type Box = { left: number; top: number; width: number; height: number }
export type Offset = { x: number; y: number }

/** `resting` is where it lies unmoved; the answer is `wanted`, or as much of it as keeps the whole box inside. */
export function withinWindow(wanted: Offset, resting: Box, window: { width: number; height: number }): Offset {
  return {
    x: between(0 - resting.left, wanted.x, window.width - resting.left - resting.width),
    y: between(0 - resting.top, wanted.y, window.height - resting.top - resting.height),
  }
}

/** Where it does not fit at all its beginning stays inside. */
function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
