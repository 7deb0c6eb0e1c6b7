/**
 * The page's first script, in a small chunk. If the server has rendered the page, the script waits for the first paint
 * before it loads the application, because a hundred kilobytes of script would delay the images on a slow connection. The
 * HTML lists the chunks, and the application's chunk is the first. The script preloads the others, so that all load in parallel.
 */
import { recordEarlyInput } from './early-input.ts'
import '../styles/base.css'

const LONGEST_WAIT_MS = 1000

async function start(): Promise<void> {
  const [application = '', ...others] =
    document.querySelector<HTMLElement>('script[data-start]')?.dataset.start?.split(' ') ?? []
  for (const href of others)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const { live }: typeof import('./main.tsx') = await import(/* @vite-ignore */ application)
  await live
}

/** Resolves after the first paint, or after a second: background tabs do not paint, and some browsers do not report paints. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
}

if (document.getElementById('root')?.hasChildNodes()) {
  const replay = recordEarlyInput()
  void firstPaint().then(start).finally(replay)
} else void start()
