/**
 * The snippets of records. A snippet's key contains a hash of its content and, like an image's key, a mark of its artist, so
 * that the shop knows whose it is.
 */
import { readFileSync } from 'node:fs'
import type { Track } from '../../schema/catalogue-values.ts'
import type { Localised } from '../../schema/locale.ts'
import { ownedKey } from '../../schema/owner-mark.ts'
import { type AudioFormat, audioFormatOf } from '../../schema/rules/audio.ts'
import { type Build, reportFault } from './build.ts'
import type { Origin } from './catalogue.ts'
import { contentName } from './ids.ts'
import { materialPath } from './material.ts'
import { synthesise } from './tune.ts'

/** Raise this when the synthesiser changes. */
const SYNTHESISER = 'v1'
/** A snippet is half a minute or so. A whole record has no place on a page. */
const MAX_BYTES = 3_000_000

type WrittenTrack = { title: Localised; file?: string; tune?: string }

/** How the files of each format begin. */
const BEGINNINGS: Record<AudioFormat, RegExp> = {
  mp3: /^(?:ID3|\xff[\xe0-\xff])/,
  m4a: /^[\s\S]{4}ftyp/,
  ogg: /^OggS/,
  wav: /^RIFF[\s\S]{4}WAVE/,
}

/** Returns the tracks as the table stores them, and adds their files to the build. Reports files that are no snippets. */
export function storedTracks(
  build: Build,
  tracks: readonly WrittenTrack[],
  origin: Origin,
  artistId: string | null,
): Track[] {
  return tracks.flatMap(({ title, file, tune }, index) => {
    if (tune !== undefined) {
      const key = audioKey(contentName(`${SYNTHESISER} ${tune}`), artistId, 'wav')
      build.audio.set(key, () => synthesise(tune))
      return [{ title, src: `/${key}` }]
    }
    const found = readSnippet(file ?? '', origin)
    if (typeof found === 'string') {
      reportFault(build, origin, ['meta', 'tracks', index, 'file'], found)
      return []
    }
    const key = audioKey(contentName(found.bytes), artistId, found.format)
    build.audio.set(key, () => found.bytes)
    return [{ title, src: `/${key}` }]
  })
}

function audioKey(content: string, artistId: string | null, format: AudioFormat): string {
  return `audio/${ownedKey(content, artistId)}.${format}`
}

/** Returns what is wrong as a text. */
function readSnippet(file: string, origin: Origin): { bytes: Uint8Array; format: AudioFormat } | string {
  const path = materialPath(origin, file)
  const format = audioFormatOf(file)
  if (path === '' || format === null) return `expected a snippet at ${file}; there is none in the catalogue's folder`
  const bytes = readFileSync(path)
  if (bytes.length > MAX_BYTES) return `expected at most ${MAX_BYTES / 1e6} MB at ${file}`
  return BEGINNINGS[format].test(bytes.subarray(0, 16).toString('latin1'))
    ? { bytes, format }
    : `expected an ${format.toUpperCase()} file at ${file}`
}
