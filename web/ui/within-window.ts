/** Rules about boxes in the window: whether a point is outside a box, and how far a box can move inside the window. */
export type Box = { left: number; top: number; width: number; height: number }
export type Offset = { x: number; y: number }

/** `resting` is the box without an offset. Returns `wanted`, reduced so that the whole box stays inside the window. */
export function withinWindow(wanted: Offset, resting: Box, window: { width: number; height: number }): Offset {
  return {
    x: clamp(0 - resting.left, wanted.x, window.width - resting.left - resting.width),
    y: clamp(0 - resting.top, wanted.y, window.height - resting.top - resting.height),
  }
}

/** If the box does not fit, its left or top edge stays inside. */
function clamp(minimum: number, value: number, maximum: number): number {
  return Math.max(minimum, Math.min(value, maximum))
}

/** Whether the point is outside the box. A point on the box's edge is inside. */
export function isOutside({ clientX, clientY }: { clientX: number; clientY: number }, box: Box): boolean {
  return clientX < box.left || clientX > box.left + box.width || clientY < box.top || clientY > box.top + box.height
}
