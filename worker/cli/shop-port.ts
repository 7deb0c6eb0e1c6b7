/**
 * The port of the local shop while `bootstrap.mjs` serves the page there that says what is being prepared. Run without it,
 * the port is free from the beginning.
 */
import { once } from 'node:events'

export function showStage(stage: 'building' | 'starting'): void {
  process.send?.(stage)
}

/** Resolves once the page is gone. */
export async function takePort(): Promise<void> {
  if (!process.send) return
  // Without its parent this process would wait for ever.
  const released = Promise.race([once(process, 'message'), once(process, 'disconnect')])
  process.send('release')
  await released
  if (process.connected) process.disconnect()
}
