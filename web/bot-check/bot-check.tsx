/**
 * Cloudflare's Turnstile widget with status messages. Its container has the widget's size from the start, so the layout
 * does not shift. The widget is an iframe that keyboards and screen readers can operate.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BOT_CHECK_ACTION } from '../../schema/bot-check.ts'
import { currentLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'
import type { CheckAnswer } from './check-answer.ts'
import { pauseAfter } from './check-answer.ts'
import { loadTurnstile, type Turnstile } from './turnstile.ts'

type BotCheckProps = {
  siteKey: string
  /** Sends the widget's token to the server. */
  onToken: (token: string) => Promise<CheckAnswer>
}

type Phase = 'loading' | 'shown' | 'testing' | 'delayed' | 'repeating' | 'failed' | 'missing'

/** The minimum width of the flexible widget, in CSS pixels. */
const WIDE_FROM = 300

const MESSAGES = {
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
  return <Widget key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Widget({ siteKey, onToken, onRetry }: BotCheckProps & { onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>('loading')
  const [delaySeconds, setDelaySeconds] = useState(0)
  const submit = useEffectEvent(onToken)
  useEffect(() => {
    let isUnmounted = false
    let rendered: { api: Turnstile; widget: string } | null = null
    let refusals = 0
    let pause: ReturnType<typeof setTimeout>
    const submitToken = async (token: string) => {
      clearTimeout(pause)
      setPhase('testing')
      const answer = await submit(token)
      if (isUnmounted || answer.kind === 'accepted') return
      if (answer.kind === 'later') {
        setDelaySeconds(answer.seconds)
        setPhase('delayed')
        // The token is still valid, so the visitor need not solve another check.
        pause = setTimeout(() => void submitToken(token), answer.seconds * 1000)
        return
      }
      const ms = pauseAfter(++refusals)
      setPhase(ms === null ? 'failed' : 'repeating')
      if (ms !== null) pause = setTimeout(repeat, ms)
    }
    const repeat = () => {
      // After the reset, the widget may show a checkbox, so the message must already ask the visitor to tick it.
      setPhase('shown')
      rendered?.api.reset(rendered.widget)
    }
    const show = (api: Turnstile) => {
      if (isUnmounted || !box.current) return
      setPhase('shown')
      const widget = api.render(box.current, {
        sitekey: siteKey,
        action: BOT_CHECK_ACTION,
        language: currentLocale(),
        size: box.current.clientWidth < WIDE_FROM ? 'compact' : 'flexible',
        callback: (token) => void submitToken(token),
        // By default, the widget renews expired tokens, so an open page would solve and submit checks for ever.
        'refresh-expired': 'manual',
        'error-callback': () => {
          setPhase('failed')
          return true
        },
      })
      rendered = { api, widget }
    }
    loadTurnstile().then(show, () => {
      if (!isUnmounted) setPhase('missing')
    })
    return () => {
      isUnmounted = true
      clearTimeout(pause)
      rendered?.api.remove(rendered.widget)
    }
  }, [siteKey])
  return (
    <div className="@container mt-4">
      <div ref={box} className="min-h-[65px] @max-[300px]:min-h-[140px]" />
      <p role="status" className="mt-2 min-h-12 text-sm text-muted">
        {MESSAGES[phase](delaySeconds)}
      </p>
      {(phase === 'missing' || phase === 'failed') && (
        <button type="button" className="button-secondary mt-2" onClick={onRetry}>
          {m.bot_check_again()}
        </button>
      )}
    </div>
  )
}
