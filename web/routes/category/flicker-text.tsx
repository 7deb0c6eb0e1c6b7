/**
 * A neon sign's words: each letter goes dim for a moment, at a random point of fifteen seconds. Whoever wants calm stops
 * it with the button beside it; under reduced motion it stands still. Screen readers hear the words whole.
 */
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'

const LONGEST_DELAY_S = 15

function delayLetters(sign: HTMLElement | null): void {
  for (const letter of sign?.querySelectorAll('span') ?? []) {
    letter.style.setProperty('--flicker-delay', `${(Math.random() * LONGEST_DELAY_S).toFixed(2)}s`)
  }
}

export function FlickerText({ text }: { text: string }) {
  const [isOn, setOn] = useState(true)
  const letters = Array.from(text, (letter, place) => ({ id: `${place}${letter}`, letter }))
  return (
    <>
      <h1 className="display-1">
        <span className="sr-only">{text}</span>
        <span ref={delayLetters} aria-hidden="true" className={isOn ? 'flicker-on' : ''}>
          {letters.map(({ id, letter }) => (
            <span key={id}>{letter}</span>
          ))}
        </span>
      </h1>
      <button
        type="button"
        className="flicker-toggle text-link mt-3 min-h-11 text-sm font-semibold"
        onClick={() => setOn(!isOn)}
      >
        {isOn ? m.advent_flicker_off() : m.advent_flicker_on()}
      </button>
    </>
  )
}
