/**
 * The bell rings when it is the visitor's turn: it plays three notes and, if the page is in the background and the visitor
 * permits it, shows a notification. Browsers allow sound only after a user gesture, so the visitor switches the bell on.
 * Once the visitor switches it off or the page unloads, it does not ring.
 */
import { m } from '../i18n/messages.ts'

const NOTES_HZ = [523, 659, 784]
const NOTE_SECONDS = 0.22

let audio: AudioContext | null = null

/** Call it in a click handler. A bell that is switched on plays one note, so that the visitor hears that it works. */
export async function switchBell(isOn: boolean): Promise<void> {
  if (!isOn) {
    await audio?.close()
    audio = null
    return
  }
  audio ??= new AudioContext()
  await audio.resume()
  play(NOTES_HZ.slice(0, 1))
  if ('Notification' in globalThis && Notification.permission === 'default') await Notification.requestPermission()
}

export function bellIsOn(): boolean {
  return audio !== null
}

/** Does nothing while the bell is off. */
export function ring(): void {
  if (!audio) return
  play(NOTES_HZ)
  if (!document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(m.queue_turn_title(), { body: m.queue_turn_notification(), tag: 'queue' })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // In mobile browsers, the constructor exists but throws, because only service workers may show notifications.
  }
}

function play(notes: readonly number[]): void {
  if (!audio) return
  for (const [index, frequency] of notes.entries()) {
    const [start, oscillator, gain] = [
      audio.currentTime + index * NOTE_SECONDS,
      audio.createOscillator(),
      audio.createGain(),
    ]
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0.2, start)
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(start)
    oscillator.stop(start + NOTE_SECONDS)
  }
}
