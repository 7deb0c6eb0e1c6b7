/**
 * Chooses the object that owns a section. The object stores the holds on the section's seats, so the choice is made once, at
 * the section's first import, and never changes. Later imports choose only for new sections: the last object or a new one.
 */

export type SectionSize = { id: string; seatCount: number }

/** The blocks of these sections and of all earlier ones. If `seatsPerObject` is null, all new sections go to the last object. */
export function chooseBlocks(
  sections: readonly SectionSize[],
  chosen: ReadonlyMap<string, number>,
  seatsPerObject: number | null,
): Map<string, number> {
  const blocks = new Map(chosen)
  let last = Math.max(0, ...chosen.values())
  let filled = 0
  for (const { id, seatCount } of sections) if (chosen.get(id) === last) filled += seatCount
  for (const { id, seatCount } of sections) {
    if (blocks.has(id)) continue
    if (filled > 0 && seatsPerObject !== null && filled + seatCount > seatsPerObject) [last, filled] = [last + 1, 0]
    filled += seatCount
    blocks.set(id, last)
  }
  return blocks
}

export function countBlocks(blocks: ReadonlyMap<string, number>): number {
  return Math.max(0, ...blocks.values()) + 1
}
