/**
 * Which seats are free, asked again and again while somebody looks: as soon as there can be news while they are choosing,
 * rarely while the page only lies open, never while it is hidden. After the first answer only changes come. One's own
 * clicks are noted here at once and stand until the shared answers have had the time to know them.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type AvailabilityAnswer, putSeatState, seatsFromText } from '../../schema/availability.ts'
import { fetchAvailability } from '../data/fetch.ts'

const FRESH_MS = 1_000
/** Browsers must not ask in step; and an answer that is being renewed is worth a moment's patience. */
const PATIENCE_MS = 60
const JITTER_MS = 200
const IDLE_MS = 10_000
/** After a fault: who cannot be reached is not to be pressed. */
const FAULT_MS = 5_000
/** How long after the last move of pointer or keys somebody still counts as choosing. */
const BUSY_FOR_MS = 60_000
/** Older than this, shared answers know what this browser did. */
const NOTE_MS = 2_500

type SeatNote = { what: 'taken' | 'free'; until: number }

export type Availability = Pick<AvailabilityAnswer, 'version' | 'plan' | 'areas' | 'categories'> & {
  /** Two bits a seat: see schema/availability. */
  seats: Uint8Array
  notes: ReadonlyMap<string, SeatNote>
}

/** What is known after an answer; the same object where it brought nothing new. */
export function mergeAvailability(
  known: Availability | undefined,
  answer: AvailabilityAnswer,
  now: number,
): Availability {
  const { version, plan, areas, categories } = answer
  const notes = new Map([...(known?.notes ?? [])].filter(([, { until }]) => until > now))
  if ('seats' in answer) return { version, plan, areas, categories, notes, seats: seatsFromText(answer.seats) }
  if (!known) throw new Error('changes need seats to change')
  if (version === known.version && notes.size === known.notes.size) return known
  const seats = known.seats.slice()
  for (let place = 0; place < answer.changes.length; place += 2) {
    putSeatState(seats, answer.changes[place] ?? 0, answer.changes[place + 1] ?? 0)
  }
  return { version, plan, areas, categories, notes, seats }
}

export function useAvailability(eventId: string) {
  const client = useQueryClient()
  const lastActive = useRef(Date.now())
  /** Settled once an answer: an interval that differs at every look begins anew with every render, and never ends. */
  const pause = useRef(FRESH_MS)
  const key = useMemo(() => ['availability', eventId], [eventId])

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Availability>(key)
      const news = await fetchAvailability(eventId, before?.version ?? null, signal)
      pause.current = news.freshIn + PATIENCE_MS + Math.random() * JITTER_MS
      return mergeAvailability(client.getQueryData<Availability>(key), news.answer, Date.now())
    },
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: true,
    structuralSharing: false,
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return FAULT_MS
      if (Date.now() - lastActive.current > BUSY_FOR_MS) return IDLE_MS
      return pause.current
    },
  })

  useEffect(() => {
    const note = () => {
      const wasIdle = Date.now() - lastActive.current > BUSY_FOR_MS
      lastActive.current = Date.now()
      if (wasIdle) void client.invalidateQueries({ queryKey: key })
    }
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) addEventListener(event, note, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, note)
    }
  }, [client, key])

  const noteSeats = useMemo(
    () => (ids: string[], what: SeatNote['what']) => {
      client.setQueryData<Availability>(key, (known) => {
        if (!known) return known
        const until = Date.now() + NOTE_MS
        return { ...known, notes: new Map([...known.notes, ...ids.map((id) => [id, { what, until }] as const)]) }
      })
    },
    [client, key],
  )
  return {
    availability: query.data,
    refresh: () => client.invalidateQueries({ queryKey: key }),
    noteTaken: (ids: string[]) => noteSeats(ids, 'taken'),
    noteFree: (ids: string[]) => noteSeats(ids, 'free'),
  }
}
