/** The proof photo of a hard ticket. A phone offers its camera. */
import { useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import type { PhotoState } from './use-photos.ts'

type PhotoFieldProps = {
  id: string
  state: PhotoState | undefined
  problem: string | null
  onChoose: (file: File) => void
  onRetry: () => void
  onRemove: () => void
}

export function PhotoField({ id, state, problem, onChoose, onRetry, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const failure = state?.step === 'failed' ? state.problem() : null
  const shownProblem = failure ?? problem
  return (
    <div className="mt-5">
      <p className="mb-1.5 font-medium" id={`${id}-label`}>
        {m.service_photo()}
      </p>
      <p id={`${id}-hint`} className="mb-3 text-sm text-muted">
        {m.service_photo_hint()}
      </p>
      {/* The browser writes its own button in its own language, so a label replaces it. */}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/*,.heic,.heif"
        capture="environment"
        aria-labelledby={`${id}-label ${id}-button`}
        aria-describedby={`${id}-hint ${id}-state`}
        {...(shownProblem !== null && { 'aria-invalid': true })}
        className="peer sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Without a file, the browser also reports the choice of the same one, for example after a failure.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <label
        id={`${id}-button`}
        htmlFor={id}
        className="button-secondary inline-flex cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
      >
        {state === undefined ? m.service_photo_choose() : m.service_photo_other()}
      </label>
      <div id={`${id}-state`} className="mt-3 min-h-6 text-sm">
        {state?.step === 'uploading' && (
          <progress
            className="mb-1.5 block h-2 w-full accent-accent"
            max={1}
            value={state.share}
            aria-label={m.service_photo_progress()}
          />
        )}
        {state?.step === 'done' && (
          <img
            src={state.preview}
            alt={m.service_photo_preview()}
            className="mb-2 h-32 max-w-full rounded border border-line object-contain"
          />
        )}
        <p role="status" className={shownProblem === null ? 'text-muted' : 'font-medium text-danger'}>
          {shownProblem ?? statusText(state)}
        </p>
        <div className="flex flex-wrap gap-x-5">
          {state?.step === 'failed' && state.canRetry && (
            <button type="button" className="text-link min-h-9" onClick={onRetry}>
              {m.service_photo_retry()}
            </button>
          )}
          {state !== undefined && (
            <button
              type="button"
              className="text-link min-h-9"
              onClick={() => {
                onRemove()
                input.current?.focus()
              }}
            >
              {state.step === 'preparing' || state.step === 'uploading'
                ? m.service_photo_cancel()
                : m.service_photo_remove()}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

/** The percentage is in the progress bar, because a screen reader would otherwise read each step of it. */
function statusText(state: PhotoState | undefined): string {
  switch (state?.step) {
    case 'preparing':
      return m.service_photo_preparing()
    case 'uploading':
      return m.service_photo_uploading()
    case 'done':
      return m.service_photo_done()
    default:
      return ''
  }
}
