/**
 * Takes over the local shop's port from `bootstrap.mjs`, which serves the preparing page on it. Without that parent process,
 * the port is free from the beginning.
 */
import { once } from 'node:events'

export function showStage(stage: 'building' | 'starting'): void {
  process.send?.(stage)
}

/** Resolves once the preparing page has released the port. */
export async function takePort(): Promise<void> {
  if (!process.send) return
  // If the parent dies, it sends no message, so a disconnect also ends the wait.
  const released = Promise.race([once(process, 'message'), once(process, 'disconnect')])
  process.send('release')
  await released
  if (process.connected) process.disconnect()
}
