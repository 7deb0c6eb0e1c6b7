/**
 * The widget of Cloudflare's check for bots, with words for what happens. Its room is kept from the start, so nothing moves
 * when it comes. The widget is a frame of its own that keys and screen readers can use.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'
import type { CheckAnswer } from './check-answer.ts'
import { pauseAfter } from './check-pause.ts'
import { loadTurnstile, type Turnstile } from './turnstile.ts'

type BotCheckProps = {
  siteKey: string
  /** Takes the widget's token to the shop. */
  onToken: (token: string) => Promise<CheckAnswer>
}

type Phase = 'loading' | 'shown' | 'testing' | 'delayed' | 'repeating' | 'failed' | 'missing'

/** CSS pixels: a wide widget needs so many. */
const WIDE_FROM = 300

const WORDS = {
  loading: () => m.bot_check_loading(),
  shown: () => m.bot_check_shown(),
  testing: () => m.bot_check_testing(),
  delayed: (seconds) => m.bot_check_delayed({ seconds }),
  repeating: () => m.bot_check_repeating(),
  failed: () => m.bot_check_failed(),
  missing: () => m.bot_check_missing(),
} satisfies Record<Phase, (seconds: number) => string>

export function BotCheck(props: BotCheckProps) {
  const [attempt, setAttempt] = useState(0)
  return <Widget key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Widget({ siteKey, onToken, onAgain }: BotCheckProps & { onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const [delaySeconds, setDelaySeconds] = useState(0)
  const take = useEffectEvent(onToken)
  useEffect(() => {
    let isGone = false
    let shown: { api: Turnstile; widget: string } | null = null
    let refusals = 0
    let pause: ReturnType<typeof setTimeout>
    const hear = async (token: string) => {
      clearTimeout(pause)
      setPhase('testing')
      const answer = await take(token)
      if (isGone || answer.kind === 'accepted') return
      if (answer.kind === 'later') {
        setDelaySeconds(answer.seconds)
        setPhase('delayed')
        // The same token: the fan need not solve another check.
        pause = setTimeout(() => void hear(token), answer.seconds * 1000)
        return
      }
      const ms = pauseAfter(++refusals)
      setPhase(ms === null ? 'failed' : 'repeating')
      if (ms !== null) pause = setTimeout(repeat, ms)
    }
    const repeat = () => {
      // Before the reset, after which the widget may show a box that waits for the fan.
      setPhase('shown')
      shown?.api.reset(shown.widget)
    }
    const show = (api: Turnstile) => {
      if (isGone || !box.current) return
      setPhase('shown')
      const widget = api.render(box.current, {
        sitekey: siteKey,
        action: BOT_CHECK_ACTION,
        language: currentLocale(),
        size: box.current.clientWidth < WIDE_FROM ? 'compact' : 'flexible',
        callback: (token) => void hear(token),
        // By itself the widget would solve and send again for as long as the page is open.
        'refresh-expired': 'manual',
        'error-callback': () => {
          setPhase('failed')
          return true
        },
      })
      shown = { api, widget }
    }
    loadTurnstile().then(show, () => {
      if (!isGone) setPhase('missing')
    })
    return () => {
      isGone = true
      clearTimeout(pause)
      shown?.api.remove(shown.widget)
    }
  }, [siteKey])
  return (
    <div className="@container mt-4">
      <div ref={box} className="min-h-[65px] @max-[300px]:min-h-[140px]" />
      <p role="status" className="mt-2 min-h-12 text-sm text-muted">
        {WORDS[phase](delaySeconds)}
      </p>
      {(phase === 'missing' || phase === 'failed') && (
        <button type="button" className="button-secondary mt-2" onClick={onAgain}>
          {m.bot_check_again()}
        </button>
      )}
    </div>
  )
}
