/**
 * Synthesises a snippet of 20 seconds as a WAV file, for catalogues without recordings. The same word always gives the same
 * tune: a bass, an arpeggio over four chords, and a melody.
 */
import { createHash } from 'node:crypto'

const RATE = 11_025
const SECONDS = 20
const FADE_SECONDS = 0.6
const HEADER_BYTES = 44
/** Semitones above the root. */
const SCALES = [
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 4, 5, 7, 9, 11],
]
/** Steps of the scale on which the four chords begin. */
const PROGRESSIONS = [
  [0, 5, 2, 6],
  [0, 3, 4, 3],
  [5, 3, 0, 4],
]

/** Steps of the scale above a chord's first tone. */
const ARPEGGIO = [0, 2, 4, 2]

export function synthesise(tune: string): Uint8Array {
  const random = randomOf(tune)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const [scale, progression] = [pick(SCALES), pick(PROGRESSIONS)]
  const root = 98 * 2 ** (Math.floor(random() * 12) / 12)
  const step = 0.19 + random() * 0.13
  const brightness = 0.15 + random() * 0.4
  const pitch = (degree: number) => {
    const octave = Math.floor(degree / scale.length)
    return root * 2 ** (octave + (scale[degree - octave * scale.length] ?? 0) / 12)
  }
  const samples = new Float32Array(RATE * SECONDS)
  for (let index = 0; index * step < SECONDS; index++) {
    const chord = progression[Math.floor(index / 8) % progression.length] ?? 0
    if (index % 4 === 0) addTone(samples, index * step, step * 4, pitch(chord) / 2, 0.5, brightness)
    const above = ARPEGGIO[index % ARPEGGIO.length] ?? 0
    addTone(samples, index * step, step * 1.6, pitch(chord + above + scale.length), 0.26, brightness)
    if (random() < 0.4)
      addTone(
        samples,
        index * step,
        step * 2.5,
        pitch(chord + Math.floor(random() * 5) + 2 * scale.length),
        0.2,
        brightness,
      )
  }
  return wavOf(samples)
}

/** Adds a tone with a fast attack and an exponential decay, and an overtone for its brightness. */
function addTone(
  samples: Float32Array,
  at: number,
  seconds: number,
  hertz: number,
  loudness: number,
  overtone: number,
) {
  const start = Math.floor(at * RATE)
  const end = Math.min(samples.length, start + Math.floor(seconds * RATE))
  for (let index = start; index < end; index++) {
    const time = (index - start) / RATE
    const envelope = Math.min(1, time * 80) * Math.exp((-4 * time) / seconds)
    const phase = 2 * Math.PI * hertz * time
    samples[index] = (samples[index] ?? 0) + loudness * envelope * (Math.sin(phase) + overtone * Math.sin(2 * phase))
  }
}

/** One channel with 8 bits a sample. The snippet fades in and out. */
function wavOf(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length)
  const view = new DataView(bytes.buffer)
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, samples.length, true)
  const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0.01)
  const fade = FADE_SECONDS * RATE
  for (const [index, sample] of samples.entries()) {
    const level = Math.min(1, index / fade, (samples.length - index) / fade)
    bytes[HEADER_BYTES + index] = 128 + Math.round((120 * level * sample) / loudest)
  }
  return bytes
}

/** A generator of numbers from 0 to 1 that the word determines (mulberry32). */
function randomOf(word: string): () => number {
  let state = createHash('sha256').update(word).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
