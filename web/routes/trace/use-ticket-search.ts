/** Searches the ticket of a code while the fan types it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { TicketByCodeDocument } from '../../../schema/generated/operations.ts'
import { CODE_SEARCH_DELAY_MS, CODE_SEARCH_FROM_LENGTH } from '../../../schema/limits.ts'
import { afterBotCheck } from '../../bot-check/after-bot-check.ts'
import { runOperation } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'

/** The last digit only reveals typing errors, so the server gets the code without it. */
export function sentCode(typed: string): string {
  return typed.replace(/\s/g, '').slice(0, -1)
}

function useDelayed(value: string, delayMs: number): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}

export function useTicketSearch(typed: string) {
  const { locale } = usePage()
  const code = typed.replace(/\s/g, '')
  const searched = useDelayed(code, CODE_SEARCH_DELAY_MS)
  const query = useQuery({
    queryKey: ['ticket-by-code', searched, locale],
    queryFn: async () =>
      (await afterBotCheck(() => runOperation(TicketByCodeDocument, { validationCode: sentCode(searched) })))
        .ticketByCode,
    enabled: searched.length >= CODE_SEARCH_FROM_LENGTH,
    retry: false,
    gcTime: 0,
  })
  const isCurrent = searched === code && code.length >= CODE_SEARCH_FROM_LENGTH
  return {
    ticket: isCurrent ? (query.data ?? null) : null,
    error: isCurrent ? query.error : null,
    isMissing: isCurrent && query.isSuccess && !query.data,
    isTooShort: code.length < CODE_SEARCH_FROM_LENGTH,
    retry: () => void query.refetch(),
  }
}
