/**
 * Shares the page of an event through the device's share menu. If the browser has none, copies the address. It never shares
 * the page of the order, because its address shows the tickets.
 */
import { useState } from 'react'
import { hrefInShop } from '../data/address.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'

export function ShareButton({ name, path }: { name: string; path: string }) {
  const { shop } = usePage()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'manual'>('none')
  const url = () => location.origin + hrefInShop(path, shop.basePath)

  async function share(): Promise<void> {
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title: name, url: url() })
        return
      }
      await navigator.clipboard.writeText(url())
      setOutcome('copied')
    } catch (error) {
      // A visitor who closes the share menu has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOutcome('manual')
    }
  }

  return (
    <>
      <button
        type="button"
        className="button-secondary"
        aria-label={m.share_link_of({ name })}
        onClick={() => void share()}
      >
        {m.share_link()}
      </button>
      <span role="status" className="self-center text-sm [overflow-wrap:anywhere] empty:hidden">
        {outcome === 'copied' && m.share_link_copied()}
        {outcome === 'manual' && m.share_link_manual({ url: url() })}
      </span>
    </>
  )
}
