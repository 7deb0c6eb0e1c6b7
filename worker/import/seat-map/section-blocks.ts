/**
 * Which object owns a section. The object has the claims on the section's seats, so the choice is made once, when the
 * section is first imported. Later imports choose for new sections alone: they go to the last object, or to a new one.
 */

export type SectionSize = { id: string; seatCount: number }

/** The blocks of these sections and of all that were chosen before; `seatsPerObject` null: everything goes to the last. */
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
