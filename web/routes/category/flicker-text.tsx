/**
 * A headline that looks like a neon sign. Each letter starts to flicker after a random delay, and then flickers every 15
 * seconds. A button stops the flicker (WCAG 2.2.2), and reduced motion prevents it. Screen readers get the text as a whole,
 * and not letter by letter.
 */
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { FittedTitle } from '../../ui/fitted-title.tsx'

const LONGEST_DELAY_S = 15

function setRandomDelays(sign: HTMLElement | null): void {
  for (const letter of sign?.querySelectorAll('span') ?? []) {
    letter.style.setProperty('--flicker-delay', `${(Math.random() * LONGEST_DELAY_S).toFixed(2)}s`)
  }
}

export function FlickerText({ text }: { text: string }) {
  const [isOn, setOn] = useState(true)
  const letters = Array.from(text, (letter, index) => ({ id: `${index}${letter}`, letter }))
  return (
    <>
      <FittedTitle text={text} size="display-1">
        <span className="sr-only">{text}</span>
        <span ref={setRandomDelays} aria-hidden="true" className={isOn ? 'flicker-on' : ''}>
          {letters.map(({ id, letter }) => (
            <span key={id}>{letter}</span>
          ))}
        </span>
      </FittedTitle>
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
