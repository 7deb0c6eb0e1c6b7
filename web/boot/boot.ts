/**
 * The page's first script, in a small chunk. If the server has rendered the page, the script waits for the first paint
 * and for the main picture before it loads the application, because a hundred kilobytes of script would delay the picture on a
 * slow connection. The HTML lists the chunks, and the application's chunk is the first. The script preloads the others, so
 * that all load in parallel.
 */
import { recordEarlyInput } from './early-input.ts'
import '../styles/base.css'

const LONGEST_WAIT_MS = 1000

async function start(): Promise<void> {
  document.documentElement.dataset.painted = ''
  const [application = '', ...others] =
    document.querySelector<HTMLElement>('script[data-start]')?.dataset.start?.split(' ') ?? []
  for (const href of others)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Each library runs in a task of its own. Together, they would block a slow phone for a tenth of a second.
  for (const href of others) {
    await import(/* @vite-ignore */ href)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const { live }: typeof import('./main.tsx') = await import(/* @vite-ignore */ application)
  await live
}

/**
 * Resolves once the page and its main picture are painted, or after a second: background tabs do not paint, some browsers do
 * not report paints, and a picture may not load.
 */
function firstPaint(): Promise<unknown> {
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  const image = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  // A decoded picture is painted in the next frame.
  const shown = image?.decode().then(
    () => new Promise(requestAnimationFrame),
    () => {},
  )
  const limit = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
  return Promise.race([limit, Promise.all([painted, shown])])
}

/** A failed script leaves a page that looks complete, but does not react. */
function reportFailure(error: unknown): never {
  document.body.append(document.querySelector<HTMLTemplateElement>('body > template')?.content ?? '')
  throw error
}

if (document.getElementById('root')?.hasChildNodes()) {
  const replay = recordEarlyInput()
  void firstPaint().then(start).catch(reportFailure).finally(replay)
} else void start().catch(reportFailure)
