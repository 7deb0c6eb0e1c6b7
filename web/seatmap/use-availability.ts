/**
 * Which seats are free, asked again and again while somebody looks: often while they are choosing, rarely while the page
 * only lies open, never while it is hidden. One's own clicks are noted here at once; the next answer overrules them.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { AvailableSeatIdsDocument, type AvailableSeatIdsQuery } from '../../schema/generated/operations.ts'
import { runOperation } from '../data/fetch.ts'

const BUSY_MS = 2_000
const IDLE_MS = 10_000
/** How long after the last move of pointer or keys somebody still counts as choosing. */
const BUSY_FOR_MS = 60_000

type Availability = AvailableSeatIdsQuery['availableSeatIds']

export function useAvailability(eventId: string, isEnabled: boolean) {
  const client = useQueryClient()
  const lastActive = useRef(Date.now())
  const key = useMemo(() => ['available-seats', eventId], [eventId])

  useEffect(() => {
    const note = () => {
      lastActive.current = Date.now()
    }
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) addEventListener(event, note, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, note)
    }
  }, [])

  const query = useQuery({
    queryKey: key,
    queryFn: async () => (await runOperation(AvailableSeatIdsDocument, { eventId })).availableSeatIds,
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: () => (Date.now() - lastActive.current < BUSY_FOR_MS ? BUSY_MS : IDLE_MS),
    refetchOnWindowFocus: true,
    // Comparing 20,000 ids one by one would cost more than drawing them.
    structuralSharing: (known, next) => (isSame(known, next) ? known : next),
  })

  const change = useMemo(
    () => (edit: (free: Set<string>) => void) => {
      client.setQueryData<Availability>(key, (known) => {
        if (!known) return known
        const free = new Set(known.seatIds)
        edit(free)
        // Whatever comes next is another version, so that it replaces this guess.
        return { ...known, version: `${known.version}+`, seatIds: [...free] }
      })
    },
    [client, key],
  )
  return {
    availability: query.data,
    isFailed: query.isError && !query.data,
    refresh: () => client.invalidateQueries({ queryKey: key }),
    noteTaken: (ids: string[]) =>
      change((free) => {
        for (const id of ids) free.delete(id)
      }),
    noteFree: (ids: string[]) =>
      change((free) => {
        for (const id of ids) free.add(id)
      }),
  }
}

function isSame(known: unknown, next: unknown): boolean {
  const version = (value: unknown) =>
    typeof value === 'object' && value !== null && 'version' in value ? value.version : null
  return version(known) !== null && version(known) === version(next)
}
