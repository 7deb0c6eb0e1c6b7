/**
 * The withdrawal from a contract (§ 356a BGB), in two steps: the declaration, and its confirmation. Everybody can use it
 * without a link. With the link of an order, the fan chooses among its items.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { COMPANY_ADDRESS } from '../../../schema/company.ts'
import { WithdrawableOrderDocument } from '../../../schema/generated/operations.ts'
import { SHOP_ZONE } from '../../../schema/rules/shop-zone.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { runOperation } from '../../data/fetch.ts'
import { useSearchParams } from '../../data/search-params.ts'
import { randomKey } from '../../data/visit.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { m } from '../../i18n/messages.ts'
import { LoadingText } from '../../ui/loading-text.tsx'
import { ConfirmWithdrawal, type Receipt } from './confirm-withdrawal.tsx'
import { type Declared, includesMailed, type LinkedOrder, needsParcel } from './declared.ts'
import { WithdrawalFields } from './withdrawal-fields.tsx'

export default function Withdrawal() {
  const [params] = useSearchParams()
  const [id, key] = [params.get('order'), params.get('key')]
  const { data, isPending } = useQuery({
    queryKey: ['withdrawal', id, key],
    queryFn: async () =>
      (await runOperation(WithdrawableOrderDocument, { orderId: id ?? '', key: key ?? '' })).withdrawableOrder,
    enabled: id !== null && key !== null,
    retry: false,
  })
  const isLoading = id !== null && key !== null && isPending
  const linked = data && id !== null && key !== null ? { ...data, id, key } : null
  return (
    <div className="page max-w-2xl pt-8 pb-16 sm:pt-14">
      <PageTitle title={m.withdrawal_title()} />
      {isLoading ? (
        <>
          <h1 className="display-2">{m.withdrawal_title()}</h1>
          <LoadingText className="mt-6" text={m.withdrawal_loading()} />
        </>
      ) : (
        <Steps linked={linked} />
      )}
    </div>
  )
}

/** Without the order, for example because it could not be loaded, the fan still declares the withdrawal by typing. */
function Steps({ linked }: { linked: LinkedOrder | null }) {
  const [declared, setDeclared] = useState<Declared>({
    form: { name: linked?.name ?? '', reference: linked?.reference ?? '', email: linked?.email ?? '', about: '' },
    amounts: Object.fromEntries(linked?.items.map(({ id, amount }) => [id, amount]) ?? []),
  })
  // The same declaration keeps its key, so that it is stored once although the fan goes back and confirms again.
  const [key, setKey] = useState(randomKey)
  const [step, setStep] = useState<'declare' | 'confirm' | 'done'>('declare')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [moves, setMoves] = useState(0)
  useEffect(() => {
    if (moves > 0) heading.current?.focus()
  }, [moves])
  const go = (next: typeof step) => {
    setStep(next)
    setMoves(moves + 1)
  }
  const titles = {
    declare: m.withdrawal_title(),
    confirm: m.withdrawal_check_title(),
    done: m.withdrawal_done_title(),
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="display-2 outline-none">
        {titles[step]}
      </h1>
      {step === 'declare' && (
        <WithdrawalFields
          linked={linked}
          declared={declared}
          onNext={(next) => {
            if (JSON.stringify(next) !== JSON.stringify(declared)) setKey(randomKey())
            setDeclared(next)
            go('confirm')
          }}
        />
      )}
      {step === 'confirm' && (
        <ConfirmWithdrawal
          linked={linked}
          declared={declared}
          sendKey={key}
          onBack={() => go('declare')}
          onDone={(stored) => {
            setReceipt(stored)
            go('done')
          }}
        />
      )}
      {step === 'done' && receipt && (
        <Done
          receipt={receipt}
          email={declared.form.email}
          hasParcel={needsParcel(linked, declared.amounts)}
          hasMailed={includesMailed(linked, declared.amounts)}
        />
      )}
    </>
  )
}

type DoneProps = { receipt: Receipt; email: string; hasParcel: boolean; hasMailed: boolean }

function Done({ receipt, email, hasParcel, hasMailed }: DoneProps) {
  const sent = hasParcel ? m.withdrawal_done_mail({ email }) : m.withdrawal_done_receipt({ email })
  return (
    <div className="mt-4 max-w-prose space-y-4">
      <dl className="grid gap-x-8 gap-y-1 border-y border-line py-4 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{m.withdrawal_done_number()}</dt>
        <dd className="font-bold">{receipt.reference}</dd>
        <dt className="text-muted">{m.withdrawal_done_time()}</dt>
        <dd className="font-bold">{m.withdrawal_done_at({ date: formatDateTime(receipt.receivedAt, SHOP_ZONE) })}</dd>
      </dl>
      <p className="[overflow-wrap:anywhere]">
        {receipt.isReceiptSent ? sent : m.withdrawal_done_unconfirmed({ email })}
      </p>
      {hasParcel ? (
        <>
          <p>{m.withdrawal_done_next()}</p>
          <address className="not-italic">
            {COMPANY_ADDRESS.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="text-muted">{m.withdrawal_done_money()}</p>
          {hasMailed && <p>{m.withdrawal_done_also_mailed()}</p>}
        </>
      ) : (
        <p>{m.withdrawal_done_mailed()}</p>
      )}
      <p className="pt-2">
        <ShopLink to="/" className="button-secondary">
          {m.withdrawal_home()}
        </ShopLink>
      </p>
    </div>
  )
}
