/** Runs one worker in its own workerd. Benchmarks compare the shop with such workers. */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare'

export type LoneWorker = { url: string; stop(): Promise<void> }

export async function startLoneWorker(worker: V4WorkerOptions, stateDir: string): Promise<LoneWorker> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      resourcePersistencePath: stateDir,
      workers: [worker],
    }),
  )
  const { port } = await miniflare.ready
  return { url: `http://127.0.0.1:${port}`, stop: () => miniflare.dispose() }
}
