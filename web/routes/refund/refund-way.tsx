/** How the money goes back: through the provider of the payment, or to a bank account. */
import { m } from '../../i18n/messages.ts'
import { Field } from '../checkout/field.tsx'
import { Consent } from '../checkout/order-consent.tsx'
import type { RefundInfo } from './refund-info.ts'
import type { RefundProblems, RefundValues } from './refund-problems.ts'
import type { IbanCheck } from './use-iban-check.ts'

type RefundWayProps = {
  method: RefundInfo['refundMethod']
  values: RefundValues
  problems: RefundProblems
  iban: IbanCheck
  onChange: (next: Partial<RefundValues>) => void
}

export function RefundWay({ method, values, problems, iban, onChange }: RefundWayProps) {
  const { name, needsAccount, allowsAccount } = method
  return (
    <fieldset>
      <legend className="display-4 font-bold">{m.refund_way()}</legend>
      {values.usesAccount ? (
        <>
          <p className="mt-1 text-muted">{m.refund_account_text()}</p>
          <AccountFields values={values} problems={problems} iban={iban} onChange={onChange} />
        </>
      ) : (
        <>
          <p className="mt-1 text-muted">{m.refund_way_back({ method: name })}</p>
          <Consent
            id="refund-method"
            isChecked={values.isMethodConfirmed}
            onChange={(isMethodConfirmed) => onChange({ isMethodConfirmed })}
            problem={problems.get('refund-method') ?? null}
            isRequired
          >
            {m.refund_way_confirm({ method: name })}
          </Consent>
        </>
      )}
      {allowsAccount && !needsAccount && (
        <button
          type="button"
          className="mt-3 min-h-11 underline"
          onClick={() => onChange({ usesAccount: !values.usesAccount })}
        >
          {values.usesAccount ? m.refund_way_provider({ method: name }) : m.refund_way_account()}
        </button>
      )}
    </fieldset>
  )
}

type AccountFieldsProps = Pick<RefundWayProps, 'problems' | 'iban'> & {
  values: Pick<RefundValues, 'name' | 'iban'>
  onChange: (next: Partial<Pick<RefundValues, 'name' | 'iban'>>) => void
}

export function AccountFields({ values, problems, iban, onChange }: AccountFieldsProps) {
  const isWrong = iban.isWrong ? m.form_refund_error_iban() : null
  return (
    <div className="mt-4 space-y-5">
      <Field id="refund-name" label={m.refund_account_name()} problem={problems.get('refund-name') ?? null}>
        {(attributes) => (
          <input
            {...attributes}
            className="field"
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
            autoComplete="name"
            maxLength={70}
            required
          />
        )}
      </Field>
      <div>
        <Field
          id="refund-iban"
          label={m.refund_account_iban()}
          problem={problems.get('refund-iban') ?? isWrong}
          {...(iban.isValid && { hint: m.refund_account_iban_valid() })}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="field font-mono tracking-wide"
              value={values.iban}
              onChange={({ target }) => onChange({ iban: target.value })}
              onBlur={() => iban.leave()}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={42}
              required
            />
          )}
        </Field>
        <p role="status" className="sr-only">
          {iban.isValid ? m.refund_account_iban_valid() : isWrong}
        </p>
      </div>
    </div>
  )
}
