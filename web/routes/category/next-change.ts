/** What the Advent sale counts to: the first change that is still to come; null once the last has been. */
export function nextChange(changesAt: readonly number[], now: number): number | null {
  return changesAt.find((change) => change > now) ?? null
}
