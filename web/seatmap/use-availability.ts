/**
 * Polls the availability of seats. While the visitor is active, each poll waits until the server may have a newer answer.
 * While the visitor is idle, polls are rare. While the page is hidden, there are none. After the first answer, the server
 * usually sends only changes. The results of the visitor's own requests override the answers until the shared cache has
 * caught up.
 */
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { type AvailabilityAnswer, putSeatState, seatsFromText } from '../../schema/availability.ts'
import { fetchAvailability } from '../data/fetch.ts'

const FRESH_MS = 1_000
/** Added to the wait, because the cache needs a moment to renew the answer. */
const MARGIN_MS = 60
/** Random jitter, so that browsers do not poll at the same time. */
const JITTER_MS = 200
const IDLE_MS = 10_000
/** A longer interval after an error, so that polls do not add to an overload. */
const ERROR_MS = 5_000
/** The visitor counts as active for this time after the last use of pointer, wheel or keys. */
const ACTIVE_MS = 60_000
/** After this time, the shared answers include the visitor's own holds and releases. */
const OVERRIDE_MS = 2_500

type SeatOverride = { state: 'taken' | 'free'; until: number }

export type Availability = Pick<AvailabilityAnswer, 'version' | 'plan' | 'areas' | 'categories'> & {
  /** Two bits per seat: see schema/availability.ts. */
  seats: Uint8Array
  overrides: ReadonlyMap<string, SeatOverride>
}

/**
 * Applies an answer. If the answer is a list of changes, and neither the version nor the overrides have changed, the same
 * object is returned, so that React does not render again.
 */
export function mergeAvailability(
  current: Availability | undefined,
  answer: AvailabilityAnswer,
  now: number,
): Availability {
  const { version, plan, areas, categories } = answer
  const overrides = new Map([...(current?.overrides ?? [])].filter(([, { until }]) => until > now))
  if ('seats' in answer) return { version, plan, areas, categories, overrides, seats: seatsFromText(answer.seats) }
  if (!current) throw new Error('the answer contains changes, but there is no snapshot to apply them to')
  if (version === current.version && overrides.size === current.overrides.size) return current
  const seats = current.seats.slice()
  for (let position = 0; position < answer.changes.length; position += 2) {
    putSeatState(seats, answer.changes[position] ?? 0, answer.changes[position + 1] ?? 0)
  }
  return { version, plan, areas, categories, overrides, seats }
}

/** The availability that another part of the page polls; undefined until its first answer. */
export function useKnownAvailability(eventId: string): Availability | undefined {
  const queryKey = availabilityKey(eventId)
  return useQuery<Availability>({ queryKey, queryFn: skipToken, structuralSharing: false }).data
}

function availabilityKey(eventId: string): string[] {
  return ['availability', eventId]
}

/** Requests the availability before the code of the map has loaded, so that the first picture shows which seats are free. */
export function prefetchAvailability(client: QueryClient, eventId: string): Promise<void> {
  return client.prefetchQuery<Availability>({
    queryKey: availabilityKey(eventId),
    queryFn: async ({ signal }) => {
      const { answer } = await fetchAvailability(eventId, null, signal)
      return mergeAvailability(undefined, answer, Date.now())
    },
    retry: false,
    structuralSharing: false,
  })
}

export function useAvailability(eventId: string) {
  const client = useQueryClient()
  const lastActive = useRef(Date.now())
  /**
   * Computed once per answer. TanStack Query restarts the interval when its value changes, so a new random value on each
   * render would delay the poll each time.
   */
  const pollInterval = useRef(FRESH_MS)
  const key = useMemo(() => availabilityKey(eventId), [eventId])

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const since = client.getQueryData<Availability>(key)?.version ?? null
      const { answer, freshIn } = await fetchAvailability(eventId, since, signal)
      pollInterval.current = freshIn + MARGIN_MS + Math.random() * JITTER_MS
      return mergeAvailability(client.getQueryData<Availability>(key), answer, Date.now())
    },
    // A prefetched answer is not requested a second time.
    staleTime: FRESH_MS,
    retry: false,
    refetchOnWindowFocus: true,
    structuralSharing: false,
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return ERROR_MS
      if (Date.now() - lastActive.current > ACTIVE_MS) return IDLE_MS
      return pollInterval.current
    },
  })

  useEffect(() => {
    const recordActivity = () => {
      const wasIdle = Date.now() - lastActive.current > ACTIVE_MS
      lastActive.current = Date.now()
      if (wasIdle) void client.invalidateQueries({ queryKey: key })
    }
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) addEventListener(event, recordActivity, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, recordActivity)
    }
  }, [client, key])

  const overrideSeats = useMemo(
    () => (ids: string[], state: SeatOverride['state']) => {
      client.setQueryData<Availability>(key, (current) => {
        if (!current) return current
        const until = Date.now() + OVERRIDE_MS
        return {
          ...current,
          overrides: new Map([...current.overrides, ...ids.map((id) => [id, { state, until }] as const)]),
        }
      })
    },
    [client, key],
  )
  return {
    availability: query.data,
    refresh: () => client.invalidateQueries({ queryKey: key }),
    markTaken: (ids: string[]) => overrideSeats(ids, 'taken'),
    markFree: (ids: string[]) => overrideSeats(ids, 'free'),
  }
}
