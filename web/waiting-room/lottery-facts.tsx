/**
 * Explains the lottery to a visitor who came before the opening. After the opening, it computes the visitor's rank from the
 * published seed.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueueView } from '../../schema/waiting-room.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { checkLottery, type PublishedLottery } from './lottery-check.ts'

export function LotteryFacts({ queue, entryId }: { queue: QueueView; entryId: string }) {
  const { shop } = usePage()
  const address = `/queue/${queue.room}/draw.json`
  const isOpen = queue.phase !== 'gathering'
  // The check uses the first hash that the page received for this opening. A new lottery has a new opening.
  const [{ opensAt, seedHash }, setAnnounced] = useState(queue)
  if (opensAt !== queue.opensAt) setAnnounced(queue)
  const { data: result } = useQuery({
    queryKey: ['lottery', queue.room, entryId, seedHash],
    queryFn: async () => {
      const lottery = (await (await fetch(address)).json()) as PublishedLottery
      return checkLottery(lottery, entryId, seedHash)
    },
    // `crypto.subtle` does not exist on pages without TLS. Visitors can verify the published lottery elsewhere.
    enabled: isOpen && 'subtle' in crypto,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  return (
    <details className="group mt-8 max-w-prose">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        {m.queue_draw_title()}
        <Icon name="down" className="size-5 group-open:rotate-180" />
      </summary>
      <p className="mt-1 text-muted">{m.queue_draw_text()}</p>
      <dl className="mt-3 grid gap-2 text-sm">
        <div>
          <dt className="text-muted">{m.queue_draw_place()}</dt>
          <dd className="font-mono break-all">{entryId}</dd>
        </div>
        <div>
          <dt className="text-muted">{m.queue_draw_hash()}</dt>
          <dd className="font-mono break-all">{seedHash}</dd>
        </div>
      </dl>
      {result && (
        <p className="mt-3 font-medium">
          {result.fits ? m.queue_draw_fits({ share: Math.round(result.rank * 100) }) : m.queue_draw_differs()}
        </p>
      )}
      <p className="mt-3">
        <a
          href={`${shop.basePath}/queue/${queue.room}/draw?place=${entryId}`}
          target="_blank"
          rel="noopener"
          className="text-link"
        >
          {m.queue_draw_link()}
        </a>
      </p>
    </details>
  )
}
