/** MERGE-01: the form that adds the cart to an earlier order of the buyer. */
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MergePlaceOrderDocument } from '../../../schema/generated/mutations.ts'
import { orderPath } from '../../../schema/order-path.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { isRetryable } from '../../cart/send-with-retries.ts'
import { useCart, useFetchCart } from '../../cart/use-cart.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { inTurn } from '../../data/command-queue.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { randomKey } from '../../data/visit.ts'
import { errorText } from '../../i18n/error-text.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { useProblem } from '../../ui/problem.ts'
import { StepNotice } from '../checkout/checkout-shell.tsx'
import { stepPath } from '../checkout/steps.ts'
import { OrderFields, useOrderFields } from '../order/order-fields.tsx'

export default function AddToOrder() {
  const { data: cart, isError } = useCart()
  // Once the form has been sent, the add-on may have emptied the cart, although no answer has arrived yet.
  const [isSent, setIsSent] = useState(false)
  return (
    <div className="page max-w-2xl pt-4 pb-16 sm:pt-10">
      <PageTitle title={m.merge_title()} />
      <h1 className="display-2">{m.merge_title()}</h1>
      {cart === undefined && !isError ? (
        <LoadingText className="mt-6" />
      ) : cart?.mergeable || isSent ? (
        <OrderForm cartId={cart?.id ?? null} onSent={setIsSent} />
      ) : (
        <>
          <p className="mt-4">{m.merge_not_possible()}</p>
          <ShopLink to={stepPath('cart')} className="button-primary mt-6 inline-flex">
            {m.merge_back()}
          </ShopLink>
        </>
      )}
    </div>
  )
}

type OrderFormProps = {
  cartId: string | null
  /** Called with true before each request, and with false if the server has refused it. */
  onSent: (isSent: boolean) => void
}

function OrderForm({ cartId, onSent }: OrderFormProps) {
  const navigate = useNavigate()
  const fetchCart = useFetchCart()
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useProblem()
  // If the outcome of a request is unknown, the next press sends the same key and gets the same order.
  const key = useRef<string | null>(null)
  const fields = useOrderFields(() => {
    key.current = null
  })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending) return
    setProblem(null)
    const values = fields.submit()
    if (!values) return
    setIsSending(true)
    onSent(true)
    key.current ??= randomKey()
    try {
      const input = { orderReference: values.reference, email: values.email, cartId, clientMutationId: key.current }
      const { mergePlaceOrder } = await inTurn(() => runOperation(MergePlaceOrderDocument, { input }))
      const { id, reference } = mergePlaceOrder.order
      await navigate(`${orderPath('payment', id, reference)}?merge=1`, { replace: true })
      // The add-on has emptied the cart.
      fetchCart().then(notifyOtherTabs, () => undefined)
    } catch (error) {
      const isUnknown = isRetryable(error) || !(error instanceof ShopError) || error.code === 'INTERNAL'
      if (!isUnknown) {
        key.current = null
        onSent(false)
        if (error.code === 'CART_REPLACED') fetchCart().then(notifyOtherTabs, () => undefined)
      }
      setProblem(() => errorText(error))
      setIsSending(false)
    }
  }

  return (
    <form className="mt-4 space-y-6" noValidate onSubmit={(event) => void submit(event)}>
      <p className="max-w-prose text-muted">{m.merge_text()}</p>
      <StepNotice text={problem} />
      <OrderFields fields={fields} />
      <div className="flex flex-col gap-3 sm:flex-row">
        <button type="submit" className="button-primary" aria-disabled={isSending}>
          {isSending ? m.merge_sending() : m.merge_submit()}
        </button>
        <ShopLink to={stepPath('cart')} className="button-secondary">
          {m.checkout_back()}
        </ShopLink>
      </div>
    </form>
  )
}
