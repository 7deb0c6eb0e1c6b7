/** The recipient, amount and payment reference of a bank transfer (PAY-06). Each value has a button that copies it. */
import { useState } from 'react'
import { formatDayInWords } from '../../../schema/rules/day-in-words.ts'
import { currentLocale } from '../../data/locale.ts'
import { formatPrice } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { optionalPart } from '../../ui/client-only.tsx'
import type { Order } from './use-order.ts'

const GiroCode = optionalPart(() => import('./giro-code.tsx'), <div className="size-44" />)

export function BankDetails({ transfer, dueAt }: { transfer: NonNullable<Order['bankTransfer']>; dueAt: number }) {
  const amount = formatPrice(transfer.amountCents)
  const date = formatDayInWords(dueAt, currentLocale())
  return (
    <section aria-labelledby="bank-title" className="rounded-2xl border border-line bg-surface p-5 sm:p-8">
      <h2 id="bank-title" className="display-4">
        {m.checkout_bank_title({ amount })}
      </h2>
      <p className="mt-2 max-w-prose text-muted">{m.checkout_bank_text({ date })}</p>
      <div className="mt-6 flex flex-col gap-8 sm:flex-row">
        <dl className="min-w-0 grow divide-y divide-line border-y border-line">
          <Line name={m.checkout_bank_holder()} value={transfer.accountHolder} />
          <Line
            name={m.checkout_bank_iban()}
            value={transfer.iban.replace(/(.{4})(?=.)/g, '$1 ')}
            copied={transfer.iban}
          />
          <Line name={m.checkout_bank_bic()} value={transfer.bic} />
          <Line name={m.checkout_bank_name()} value={transfer.bankName} />
          <Line name={m.checkout_bank_amount()} value={amount} />
          <Line name={m.checkout_bank_reference()} value={transfer.reference} />
        </dl>
        <GiroCode text={transfer.giroCode} name={transfer.reference.split(' ')[0] ?? 'girocode'} />
      </div>
    </section>
  )
}

function Line({ name, value, copied = value }: { name: string; value: string; copied?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(copied)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 2_000)
    } catch {
      // The browser denies access to the clipboard. The visitor can select and copy the value by hand.
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold break-words tabular-nums">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <button
          type="button"
          aria-label={m.checkout_copy({ what: name })}
          onClick={() => void copy()}
          className="icon-button"
        >
          <svg viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-[1.5]" aria-hidden="true">
            {isCopied ? <path d="m4 10 4 4 8-8" /> : <path d="M7 7V4h9v9h-3M4 7h9v9H4z" strokeLinejoin="round" />}
          </svg>
        </button>
        <span role="status" className="sr-only">
          {isCopied && m.checkout_copied()}
        </span>
      </dd>
    </div>
  )
}
