/**
 * PROD-14: snippets of a record. One audio element plays all of them, so that only one plays at a time. Nothing plays by itself,
 * and nothing loads before the fan presses a button.
 */
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Playback, usePlayer } from './use-player.ts'

type Track = { title: string; src: string }

export function TrackList({ tracks }: { tracks: Track[] }) {
  const { playback, press, seek } = usePlayer()
  return (
    <section aria-label={m.tracks_title()} className="mt-8">
      <h2 className="display-4">{m.tracks_title()}</h2>
      <ol className="mt-3 rule-t">
        {tracks.map(({ title, src }) => (
          <li key={src} className="flex min-h-14 flex-wrap items-center gap-x-3 rule-b py-1">
            <TrackRow
              title={title}
              playback={playback?.src === src ? playback : null}
              onPress={() => press(src)}
              onSeek={seek}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

type TrackRowProps = {
  title: string
  playback: Playback | null
  onPress: () => void
  onSeek: (seconds: number) => void
}

function TrackRow({ title, playback, onPress, onSeek }: TrackRowProps) {
  const isPlaying = playback?.isPlaying === true
  const { seconds = 0, duration = 0 } = playback ?? {}
  const isKnown = Number.isFinite(duration) && duration > 0
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={isPlaying ? m.tracks_pause({ title }) : m.tracks_play({ title })}
        onClick={onPress}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-5" />
      </button>
      <span className="min-w-0 grow truncate font-medium">{title}</span>
      {isKnown && (
        <>
          <span className="text-sm text-muted tabular-nums">
            {clock(seconds)} / {clock(duration)}
          </span>
          <input
            type="range"
            className="h-11 w-full accent-accent"
            aria-label={m.tracks_position({ title })}
            aria-valuetext={m.tracks_time({ seconds: clock(seconds), duration: clock(duration) })}
            min={0}
            max={Math.round(duration * 10) / 10}
            step={0.1}
            value={seconds}
            onChange={(event) => onSeek(Number(event.target.value))}
          />
        </>
      )}
      {playback?.hasFailed && (
        <p role="alert" className="w-full pb-2 text-sm font-medium text-danger">
          {m.tracks_failed()}
        </p>
      )}
    </>
  )
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
