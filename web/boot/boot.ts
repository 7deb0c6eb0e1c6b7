/**
 * The page's first script, alone in its file. Where the edge has drawn the first view, it is painted before anything else
 * is fetched: on a slow line a hundred kilobytes of script would otherwise stand in the way of the pictures. The edge names
 * the files to start with, the application's own first, so that all of them come at once.
 */
import { noteEarlyInput } from './early-input.ts'
import '../styles/base.css'

const LATEST_MS = 1000

async function start(): Promise<void> {
  const [application = '', ...others] =
    document.querySelector<HTMLElement>('script[data-start]')?.dataset.start?.split(' ') ?? []
  for (const href of others)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const { live }: typeof import('./main.tsx') = await import(/* @vite-ignore */ application)
  await live
}

/** The first picture is on the screen, or it does not come: in a tab nobody looks at, or a browser that tells no such thing. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
}

if (document.getElementById('root')?.hasChildNodes()) {
  const tell = noteEarlyInput()
  void painted().then(start).finally(tell)
} else void start()
