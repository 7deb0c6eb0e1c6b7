/** Resumes the session whose id is in the link, and then opens the first step of the checkout (SES-02). */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ResumeSessionDocument } from '../../../schema/generated/mutations.ts'
import { notifyOtherTabs } from '../../cart/cart-channel.ts'
import { useFetchCart } from '../../cart/use-cart.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { runOperation } from '../../data/fetch.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { m } from '../../i18n/messages.ts'
import { stepPath } from './steps.ts'

export default function Resume() {
  const [flags] = useSearchParams()
  const navigate = useNavigate()
  const fetchCart = useFetchCart()
  const [hasFailed, setHasFailed] = useState(false)
  const id = flags.get('id')
  const cartPath = stepPath('cart')

  useEffect(() => {
    let isCancelled = false
    const resume = async () => {
      if (id === null) throw new Error('the link contains no session id')
      await runOperation(ResumeSessionDocument, { id })
      notifyOtherTabs(await fetchCart())
      if (!isCancelled) await navigate(cartPath, { replace: true })
    }
    resume().catch(() => {
      if (!isCancelled) setHasFailed(true)
    })
    return () => {
      isCancelled = true
    }
  }, [id, fetchCart, navigate, cartPath])

  return (
    <div className="page py-16">
      <PageTitle title={m.checkout_resume_title()} />
      <h1 className="display-2">{m.checkout_resume_title()}</h1>
      {hasFailed ? (
        <>
          <p role="alert" className="mt-4 font-medium text-danger">
            {m.checkout_resume_failed()}
          </p>
          <ShopLink to="/" className="button-primary mt-6">
            {m.checkout_back_home()}
          </ShopLink>
        </>
      ) : (
        <p role="status" className="mt-4 text-muted">
          {m.checkout_resuming()}
        </p>
      )}
    </div>
  )
}
