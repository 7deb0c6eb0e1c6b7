/**
 * CART-06: a link with `payment_code` applies the voucher to the cart, on any page, and a message says the result. The
 * parameters stay in the address until the server has answered, so that a reload after a lost connection tries again.
 */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { VOUCHER_AMOUNT_PARAM, VOUCHER_CODE_PARAM } from '../../schema/rules/voucher.ts'
import { ShopError } from '../data/fetch.ts'
import { errorText } from '../i18n/error-text.ts'
import { m } from '../i18n/messages.ts'
import { Modal } from '../ui/modal.tsx'
import type { Message } from '../ui/problem.ts'
import { useApplyVoucher, voucherText } from './use-voucher.ts'

export default function VoucherLink() {
  const location = useLocation()
  // The visitor may go on to another page while the request is running.
  const here = useRef(location)
  here.current = location
  const navigate = useNavigate()
  const { applyVoucher } = useApplyVoucher()
  const [result, setResult] = useState<{ text: Message } | null>(null)
  const tried = useRef('')
  const params = new URLSearchParams(location.search)
  const code = params.get(VOUCHER_CODE_PARAM)
  const amount = params.get(VOUCHER_AMOUNT_PARAM)

  async function apply(): Promise<void> {
    try {
      const { voucher } = await applyVoucher(code ?? '', amount)
      if (voucher) setResult({ text: () => voucherText(voucher) })
    } catch (error) {
      setResult({ text: () => errorText(error) })
      if (!(error instanceof ShopError)) return
    }
    const { pathname, search, hash } = here.current
    const rest = new URLSearchParams(search)
    if (!rest.has(VOUCHER_CODE_PARAM)) return
    rest.delete(VOUCHER_CODE_PARAM)
    rest.delete(VOUCHER_AMOUNT_PARAM)
    const query = rest.toString()
    await navigate(`${pathname}${query === '' ? '' : `?${query}`}${hash}`, { replace: true })
  }

  const latest = useRef(apply)
  latest.current = apply
  useEffect(() => {
    const link = `${code}/${amount}`
    if (code === null || tried.current === link) return
    tried.current = link
    void latest.current()
  }, [code, amount])

  const close = () => setResult(null)
  return (
    result && (
      <Modal title={m.voucher_link_title()} onCancel={close}>
        <p role="status" className="mt-3">
          {result.text()}
        </p>
        <button type="button" className="button-primary mt-6 w-full" onClick={close}>
          {m.voucher_link_close()}
        </button>
      </Modal>
    )
  )
}
