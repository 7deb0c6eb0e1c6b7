/** Explains the lottery among early visitors. After the opening, it computes the visitor's rank from the published seed. */
import { useQuery } from '@tanstack/react-query'
import type { QueueView } from '../../schema/waiting-room.ts'
import { usePage } from '../data/page.tsx'
import { hexOf } from '../data/visit.ts'
import { m } from '../i18n/messages.ts'

type PublishedLottery = { room: string; seedHash: string; seed: string | null; opensAt: number }

export function LotteryFacts({ queue }: { queue: QueueView }) {
  const { shop } = usePage()
  const address = `/queue/${queue.room}/draw.json`
  const isOpen = queue.phase !== 'gathering'
  const { data: result } = useQuery({
    queryKey: ['lottery', queue.room, queue.entryId],
    queryFn: () => computeRank(address, queue),
    // `crypto.subtle` does not exist on pages without TLS. Visitors can verify the published lottery elsewhere.
    enabled: isOpen && 'subtle' in crypto,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  return (
    <details className="mt-8 max-w-prose">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.queue_draw_title()}</summary>
      <p className="mt-1 text-muted">{m.queue_draw_text()}</p>
      <dl className="mt-3 grid gap-2 text-sm">
        <div>
          <dt className="text-muted">{m.queue_draw_place()}</dt>
          <dd className="font-mono break-all">{queue.entryId}</dd>
        </div>
        <div>
          <dt className="text-muted">{m.queue_draw_hash()}</dt>
          <dd className="font-mono break-all">{queue.seedHash}</dd>
        </div>
      </dl>
      {result && (
        <p className="mt-3 font-medium">
          {result.fits ? m.queue_draw_fits({ share: Math.round(result.rank * 100) }) : m.queue_draw_differs()}
        </p>
      )}
      <p className="mt-3">
        <a
          href={`${shop.basePath}/queue/${queue.room}/draw?place=${queue.entryId}`}
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

/**
 * Null while the seed is secret, or without an entry. The rank is the first 48 bits of
 * HMAC-SHA256(seed, room + '/' + entry id), as a fraction from 0 up to but excluding 1.
 */
async function computeRank(address: string, queue: QueueView): Promise<{ fits: boolean; rank: number } | null> {
  const lottery = (await (await fetch(address)).json()) as PublishedLottery
  if (lottery.seed === null || queue.entryId === null) return null
  const seed = Uint8Array.from(lottery.seed.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)))
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const text = new TextEncoder().encode(`${lottery.room}/${queue.entryId}`)
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, text))
  const rank = mac.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 48
  return { fits: hash === lottery.seedHash, rank }
}
