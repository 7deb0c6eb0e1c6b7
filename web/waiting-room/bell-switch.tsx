/** Offers a sound, and where the browser can a notification, for the moment in which it is the fan's turn. */
import { useState } from 'react'
import { m } from '../i18n/messages.ts'
import { bellIsOn, switchBell } from './bell.ts'

export function BellSwitch() {
  const [isOn, setOn] = useState(bellIsOn)
  const press = () => {
    setOn(!isOn)
    // Without sound the title and the page still tell.
    switchBell(!isOn).catch(() => setOn(false))
  }
  return (
    <button type="button" className="button-secondary" aria-pressed={isOn} onClick={press}>
      {isOn ? m.queue_bell_on() : m.queue_bell()}
    </button>
  )
}
