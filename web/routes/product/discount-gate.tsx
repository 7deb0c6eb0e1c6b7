/**
 * SHOP-10: the gate of a product that is sold only with a discount code. Until the visitor has entered a code, a form for the
 * code replaces the product's form. One code opens all such products of the shop. Whenever such a product is added to the
 * cart, the server checks that the visitor has entered a valid code.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { OpenDiscountsDocument } from '../../../schema/generated/mutations.ts'
import { DiscountsOpenDocument } from '../../../schema/generated/operations.ts'
import { runOperation } from '../../data/fetch.ts'
import { operationKey, useOperation } from '../../data/query.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { useProblem } from '../../ui/problem.ts'

const LONGEST_CODE = 100

export function DiscountGate({ children }: { children: ReactNode }) {
  const { data } = useOperation(DiscountsOpenDocument, {})
  if (data?.discountsOpen !== true) return <CodeForm />
  return (
    <>
      <p className="mt-6 font-medium">{m.discount_open()}</p>
      {children}
    </>
  )
}

function CodeForm() {
  const id = useId()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useProblem()
  const [isPending, setPending] = useState(false)

  async function redeem(): Promise<void> {
    if (isPending || code.trim() === '') return
    setPending(true)
    try {
      const { openDiscounts } = await runOperation(OpenDiscountsDocument, { code })
      client.setQueryData(operationKey(DiscountsOpenDocument.hash, {}), { discountsOpen: openDiscounts })
    } catch (error) {
      setProblem(() => errorText(error))
      setPending(false)
    }
  }

  return (
    <form
      className="mt-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void redeem()
      }}
    >
      <p className="font-medium">{m.discount_lead()}</p>
      <label htmlFor={id} className="mt-4 mb-1.5 block font-medium">
        {m.discount_label()}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          className="field min-w-0 flex-1"
          value={code}
          maxLength={LONGEST_CODE}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setCode(event.target.value)
            setProblem(null)
          }}
        />
        <button type="submit" className="button-primary" aria-busy={isPending}>
          {m.discount_button()}
        </button>
      </div>
      <div id={`${id}-problem`} role="alert">
        {problem !== null && <p className="mt-3 font-medium text-danger">{problem}</p>}
      </div>
    </form>
  )
}
