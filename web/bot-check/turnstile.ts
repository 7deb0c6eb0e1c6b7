/** Loads Cloudflare's Turnstile script, once, and only if a bot check is required. */

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

type WidgetOptions = {
  sitekey: string
  action: string
  language: string
  /** A flexible widget is at least 300 pixels wide, a compact one 150. */
  size: 'flexible' | 'compact'
  callback: (token: string) => void
  /** `manual`: an expired token is not renewed until the visitor asks for it. */
  'refresh-expired': 'manual'
  /** Returns true because the page shows the error, so the widget need not log it to the console. */
  'error-callback': () => boolean
}

export type Turnstile = {
  render: (element: HTMLElement, options: WidgetOptions) => string
  reset: (widget: string) => void
  remove: (widget: string) => void
}

let loading: Promise<Turnstile> | null = null

/** Rejects if the script does not load, as with some ad blockers. The next call tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      loading = null
      script.remove()
      reject(new Error('the Turnstile script did not load'))
    }
    script.src = SCRIPT
    script.async = true
    script.onerror = failed
    script.onload = () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else failed()
    }
    document.head.append(script)
  })
  return loading
}
