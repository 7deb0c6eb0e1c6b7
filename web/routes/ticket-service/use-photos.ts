/** The photos of the form's tickets: preparing, uploading, cancelling and trying again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import type { Message } from '../../ui/problem.ts'
import { preparePhoto, UnusablePhoto } from './prepare-photo.ts'
import { uploadPhoto } from './upload-photo.ts'

export type PhotoState =
  | { step: 'preparing' }
  | { step: 'uploading'; share: number }
  | { step: 'done'; uploadId: string; preview: string }
  /** `canRetry`: the photo itself is usable, but has not arrived. */
  | { step: 'failed'; problem: Message; canRetry: boolean }

export type Photos = {
  of: (ticket: string) => PhotoState | undefined
  choose: (ticket: string, file: File) => void
  retry: (ticket: string) => void
  remove: (ticket: string) => void
  /** The server has not accepted a photo of the form. Each photo can then be uploaded again. */
  refuseAll: () => void
}

type Work = { controller: AbortController; photo: Blob | null; preview: string | null }

/** `keyOf` returns the idempotency key of the form, to which the uploads belong. */
export function usePhotos(keyOf: () => string): Photos {
  const [states, setStates] = useState<Record<string, PhotoState>>({})
  const works = useRef(new Map<string, Work>())
  const set = useCallback((ticket: string, state: PhotoState | null) => {
    setStates(({ [ticket]: _, ...others }) => (state ? { ...others, [ticket]: state } : others))
  }, [])

  const end = useCallback((ticket: string) => {
    const work = works.current.get(ticket)
    work?.controller.abort()
    if (work?.preview) URL.revokeObjectURL(work.preview)
    works.current.delete(ticket)
  }, [])
  useEffect(() => () => [...works.current.keys()].forEach(end), [end])

  async function send(ticket: string, work: Work, photo: Blob): Promise<void> {
    const { signal } = work.controller
    set(ticket, { step: 'uploading', share: 0 })
    try {
      const uploadId = await uploadPhoto(photo, keyOf(), signal, (share) => {
        if (!signal.aborted) set(ticket, { step: 'uploading', share })
      })
      work.preview ??= URL.createObjectURL(photo)
      set(ticket, { step: 'done', uploadId, preview: work.preview })
    } catch (error) {
      if (!signal.aborted) set(ticket, { step: 'failed', problem: () => errorText(error), canRetry: true })
    }
  }

  async function prepare(ticket: string, work: Work, file: File): Promise<void> {
    set(ticket, { step: 'preparing' })
    try {
      work.photo = await preparePhoto(file)
    } catch (error) {
      const reason = error instanceof UnusablePhoto ? error.reason : 'format'
      if (!work.controller.signal.aborted) set(ticket, { step: 'failed', problem: UNUSABLE[reason], canRetry: false })
      return
    }
    if (!work.controller.signal.aborted) await send(ticket, work, work.photo)
  }

  return {
    of: (ticket) => states[ticket],
    choose(ticket, file) {
      end(ticket)
      const work: Work = { controller: new AbortController(), photo: null, preview: null }
      works.current.set(ticket, work)
      void prepare(ticket, work, file)
    },
    retry(ticket) {
      const before = works.current.get(ticket)
      if (!before?.photo) return
      before.controller.abort()
      const work = { ...before, controller: new AbortController() }
      works.current.set(ticket, work)
      void send(ticket, work, before.photo)
    },
    remove(ticket) {
      end(ticket)
      set(ticket, null)
    },
    refuseAll() {
      for (const [ticket, state] of Object.entries(states))
        if (state.step === 'done') set(ticket, { step: 'failed', problem: m.service_photo_lost, canRetry: true })
    },
  }
}

const UNUSABLE = {
  size: m.service_photo_too_large,
  heic: m.service_photo_heic,
  decoder: m.service_photo_decoder,
  format: m.service_photo_no_image,
} satisfies Record<UnusablePhoto['reason'], Message>
