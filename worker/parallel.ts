/**
 * Runs `task` over all items, at most `width` at once. Rejects with the first error. An error ends only one of the
 * `width` workers. The other workers continue with the remaining items.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await task(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
