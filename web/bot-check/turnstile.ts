/** Cloudflare's script for its widget, loaded once and only where a check is asked for. */

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

type WidgetOptions = {
  sitekey: string
  action: string
  language: string
  /** 300 pixels wide at least, or 150. */
  size: 'flexible' | 'compact'
  callback: (token: string) => void
  /** What becomes of a token that expires: `manual` lets the fan ask for a new one. */
  'refresh-expired': 'manual'
  /** True: the page tells the fan, and the widget need not write to the console. */
  'error-callback': () => boolean
}

export type Turnstile = {
  render: (element: HTMLElement, options: WidgetOptions) => string
  reset: (widget: string) => void
  remove: (widget: string) => void
}

let loading: Promise<Turnstile> | null = null

/** Rejects where the script does not come, as with some blockers; the next call tries again. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      loading = null
      script.remove()
      reject(new Error('the script of the check did not come'))
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
