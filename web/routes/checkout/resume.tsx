/**
 * Opens the cart of a resume link on this device, and then the first step of the checkout (SES-02). The page asks first,
 * because the sender of the link then sees what the visitor types. If this device has another cart with items, the page asks
 * again before it replaces that cart.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ResumeSessionDocument } from '../../../schema/generated/mutations.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { ConnectionError, runOperation, ShopError } from '../../data/fetch.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { RESUMED } from './step-notices.ts'
import { stepPath } from './steps.ts'

type State = 'confirming' | 'running' | 'asking' | 'offline' | 'failed'

export default function Resume() {
  const [flags] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const fetchCart = useFetchCart()
  const id = flags.get('id') ?? ''
  const [state, setState] = useState<State>(id === '' ? 'failed' : 'confirming')
  const cartPath = stepPath('cart')

  async function resume(replace: boolean): Promise<void> {
    setState('running')
    try {
      await runOperation(ResumeSessionDocument, { id, replace })
      // They belong to the cart that this device had before.
      client.removeQueries({ queryKey: ['cart-details'] })
      client.removeQueries({ queryKey: ['checkout-options'] })
      notifyOtherTabs(await fetchCart())
      await navigate(cartPath, { replace: true, state: RESUMED })
    } catch (error) {
      const isRefused = error instanceof ShopError
      setState(isRefused && error.code === 'CART_NOT_EMPTY' ? 'asking' : faultOf(error))
    }
  }

  return (
    <div className="page py-16">
      <PageTitle title={m.resume_title()} />
      <h1 className="display-2">{m.resume_title()}</h1>
      {state === 'confirming' && (
        <Question text={m.resume_confirm()}>
          <button type="button" className="button-primary" onClick={() => void resume(false)}>
            {m.resume_open()}
          </button>
          <ShopLink to="/" className="button-secondary">
            {m.resume_home()}
          </ShopLink>
        </Question>
      )}
      {state === 'running' && <LoadingText className="mt-4" text={m.resume_running()} />}
      {state === 'asking' && (
        <Question text={m.resume_ask()}>
          <button type="button" className="button-primary" onClick={() => void resume(true)}>
            {m.resume_replace()}
          </button>
          <ShopLink to={cartPath} className="button-secondary">
            {m.resume_keep()}
          </ShopLink>
        </Question>
      )}
      {state === 'offline' && (
        <Question title={m.resume_failed()} text={m.resume_failed_connection()}>
          <button type="button" className="button-primary" onClick={() => void resume(false)}>
            {m.resume_retry()}
          </button>
        </Question>
      )}
      {state === 'failed' && (
        <Question title={m.resume_failed()} text={m.resume_failed_text()}>
          <ShopLink to="/" className="button-primary">
            {m.resume_home()}
          </ShopLink>
          <ShopLink to={cartPath} className="button-secondary">
            {m.resume_to_cart()}
          </ShopLink>
        </Question>
      )}
    </div>
  )
}

function faultOf(error: unknown): State {
  return error instanceof ConnectionError ? 'offline' : 'failed'
}

type QuestionProps = { title?: string; text: string; children: ReactNode }

function Question({ title, text, children }: QuestionProps) {
  return (
    <>
      <div role={title ? 'alert' : 'status'} className="mt-4 max-w-prose">
        {title && <p className="font-medium text-danger">{title}</p>}
        <p className={title ? 'mt-2 text-muted' : ''}>{text}</p>
      </div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">{children}</div>
    </>
  )
}
