/** The audio element of a page's snippets, and what it plays. It stops when the visitor leaves the page. */
import { useEffect, useRef, useState } from 'react'

export type Playback = { src: string; isPlaying: boolean; seconds: number; duration: number; hasFailed: boolean }

export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null)
  const [playback, setPlayback] = useState<Playback | null>(null)
  const change = (next: Partial<Playback>) => setPlayback((former) => former && { ...former, ...next })
  useEffect(() => () => audio.current?.pause(), [])

  /** The element is created with the first press, because nobody needs it before. */
  function element(): HTMLAudioElement {
    if (audio.current) return audio.current
    const created = new Audio()
    created.addEventListener('play', () => change({ isPlaying: true, hasFailed: false }))
    created.addEventListener('pause', () => change({ isPlaying: false }))
    created.addEventListener('ended', () => change({ isPlaying: false, seconds: 0 }))
    created.addEventListener('timeupdate', () => change({ seconds: created.currentTime }))
    created.addEventListener('loadedmetadata', () => change({ duration: created.duration }))
    created.addEventListener('error', () => change({ isPlaying: false, hasFailed: true }))
    audio.current = created
    return created
  }

  return {
    playback,
    /** Plays the snippet from its beginning, or pauses or continues it. */
    press: (src: string): void => {
      const player = element()
      const isSame = playback?.src === src
      if (isSame && playback.isPlaying) {
        player.pause()
        return
      }
      if (!isSame || playback.hasFailed) {
        player.src = src
        setPlayback({ src, isPlaying: false, seconds: 0, duration: 0, hasFailed: false })
      }
      player.play().catch((error: unknown) => {
        // A press on another snippet aborts the playback of this one.
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          change({ hasFailed: true, isPlaying: false })
      })
    },
    seek: (seconds: number): void => {
      element().currentTime = seconds
      change({ seconds })
    },
  }
}
