/** A switch for the bell, which rings when it is the visitor's turn. */
import { useState } from 'react'
import { m } from '../i18n/messages.ts'
import { bellIsOn, switchBell } from './bell.ts'

export function BellSwitch() {
  const [isOn, setOn] = useState(bellIsOn)
  const press = () => {
    setOn(!isOn)
    // Even if the browser refuses sound, the queue bar says when it is the visitor's turn.
    switchBell(!isOn).catch(() => setOn(false))
  }
  return (
    <button type="button" className="button-secondary" aria-pressed={isOn} onClick={press}>
      {isOn ? m.queue_bell_on() : m.queue_bell()}
    </button>
  )
}
