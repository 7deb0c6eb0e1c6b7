/**
 * The page's first script. Where the edge has drawn the first view, it is painted before anything else is fetched: on a slow
 * line a hundred kilobytes of script would otherwise stand in the way of the pictures.
 */
import { noteEarlyInput } from './early-input.ts'
import './styles/base.css'

async function start(): Promise<void> {
  const { live } = await import('./main.tsx')
  await live
}

if (document.getElementById('root')?.hasChildNodes()) {
  const tell = noteEarlyInput()
  requestAnimationFrame(() => setTimeout(() => void start().finally(tell)))
} else void start()
