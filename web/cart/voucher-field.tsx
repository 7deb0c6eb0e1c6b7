/** CART-06: the field in the cart in which fans redeem a voucher, and the voucher that applies to the cart. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { errorText } from '../i18n/error-text.ts'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { useProblem } from '../ui/problem.ts'
import type { Cart } from './use-cart.ts'
import { useApplyVoucher, useRemoveVoucher, voucherText } from './use-voucher.ts'

export function VoucherField({ voucher }: { voucher: Cart['voucher'] }) {
  const { isPending, applyVoucher } = useApplyVoucher()
  const { isPending: isRemoving, removeVoucher } = useRemoveVoucher()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useProblem()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  async function apply(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '' || isPending) return input.current?.focus()
    await report(async () => {
      await applyVoucher(code, null)
      setCode('')
    })
  }

  async function remove(): Promise<void> {
    await report(removeVoucher)
    input.current?.focus()
  }

  async function report(action: () => Promise<unknown>): Promise<void> {
    setProblem(null)
    try {
      await action()
    } catch (error) {
      setProblem(() => errorText(error))
      input.current?.focus()
    }
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-2 text-lg font-bold">
        {m.voucher_redeem()}
      </h2>
      <div role="status">
        {voucher && (
          <div className="mb-3 flex items-start gap-2 rounded-lg border border-line bg-surface py-2 pr-1 pl-4">
            <div className="min-w-0 grow py-1.5">
              <p className="font-medium break-words">{voucherText(voucher)}</p>
              <p className="mt-1 text-sm text-muted">
                {voucher.covers === 'tickets' ? m.voucher_covers_tickets() : m.voucher_covers_items()}
              </p>
            </div>
            <button
              type="button"
              aria-label={m.voucher_remove({ label: voucher.label })}
              disabled={isRemoving}
              onClick={() => void remove()}
              className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink hover:text-surface"
            >
              <Icon name="close" className="size-5" />
            </button>
          </div>
        )}
      </div>
      <form noValidate onSubmit={(event) => void apply(event)}>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {m.voucher_code()}
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            value={code}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem !== null || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => setCode(event.target.value)}
            className="field min-w-0 grow"
          />
          <button type="submit" className="button-secondary shrink-0" aria-disabled={isPending}>
            {isPending ? m.voucher_pending() : m.voucher_apply()}
          </button>
        </div>
        <p
          id={`${id}-note`}
          role="alert"
          className={`mt-1.5 text-sm ${problem === null ? 'text-muted' : 'font-medium text-danger'}`}
        >
          {problem ?? (voucher ? m.voucher_one_only({ label: voucher.label }) : '')}
        </p>
      </form>
    </section>
  )
}
