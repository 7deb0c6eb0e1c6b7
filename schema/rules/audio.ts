/** The formats of the snippets of records, and their paths. */

export const AUDIO_TYPES = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
} as const
export type AudioFormat = keyof typeof AUDIO_TYPES

/** Returns the format of a file by its extension, or null if browsers may not play it. */
export function audioFormatOf(file: string): AudioFormat | null {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(AUDIO_TYPES, extension) ? (extension as AudioFormat) : null
}
