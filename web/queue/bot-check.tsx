/** Cloudflare's check for bots, where the shop asks for it before it gives a place. Its script comes only then. */
import { useEffect, useRef } from 'react'

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

type Turnstile = {
  render: (element: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) => string
  remove: (widget: string) => void
}

function turnstile(): Turnstile | undefined {
  return (globalThis as { turnstile?: Turnstile }).turnstile
}

/** The next question of the waiting screen finds the place that this gives. */
export function BotCheck({ room, siteKey }: { room: string; siteKey: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let widget: string | undefined
    const show = () => {
      const [api, element] = [turnstile(), box.current]
      if (!api || !element || widget !== undefined) return
      widget = api.render(element, { sitekey: siteKey, callback: (token) => void askForPlace(room, token) })
    }
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onload = show
    if (turnstile()) show()
    else document.head.append(script)
    return () => {
      if (widget !== undefined) turnstile()?.remove(widget)
      script.remove()
    }
  }, [room, siteKey])
  return <div ref={box} className="mt-4 min-h-16" />
}

/** A refusal shows in the widget, which asks again by itself. */
async function askForPlace(room: string, token: string): Promise<void> {
  await fetch('/queue/place', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ room, token }),
  }).catch(() => null)
}
