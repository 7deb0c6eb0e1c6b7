/**
 * Runs `task` over all items, at most `width` at once. Rejects with the first error, but does not stop the other tasks.
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
