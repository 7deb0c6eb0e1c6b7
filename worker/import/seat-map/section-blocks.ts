/**
 * Chooses the block of each section, that is, the EventSeats object that owns the section. The first import of a section
 * chooses its block. The block never changes, because the object stores the holds of the section's seats. Later imports
 * put new sections into the last block or into a new one.
 */

export type SectionSize = { id: string; seatCount: number }

/**
 * Returns the blocks of these sections and of all sections of earlier imports. If `seatsPerObject` is null, all new
 * sections get the last block.
 */
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
