/**
 * The sign-up form of the newsletter, in the footer and in the popup of the home page. The shop may replace the heading, the
 * text below it and the button's label.
 */
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { SubscribeNewsletterDocument } from '../../schema/generated/mutations.ts'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { runOperation } from '../data/fetch.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { chosenLists, type SignupProblem, signupProblem, validate } from './signup.ts'

type NewsletterFormProps = {
  variant: 'footer' | 'popup'
  onDone?: () => void
}

type State = 'idle' | 'sending' | 'done'

export default function NewsletterForm({ variant, onDone }: NewsletterFormProps) {
  const { shop, meta } = usePage()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [accepts, setAccepts] = useState(false)
  const [wantsTickets, setWantsTickets] = useState(false)
  const [state, setState] = useState<State>('idle')
  const [problem, setProblem] = useState<SignupProblem | null>(null)

  const showProblem = (problem: SignupProblem) => {
    setProblem(problem)
    setState('idle')
    if (problem.field) form.current?.querySelector<HTMLInputElement>(`[name=${problem.field}]`)?.focus()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'sending') return
    const invalid = validate(email, accepts)
    if (invalid) return showProblem(invalid)
    setProblem(null)
    setState('sending')
    try {
      const lists = chosenLists(meta, wantsTickets)
      await runOperation(SubscribeNewsletterDocument, { email: email.trim(), acceptsTerms: accepts, lists })
      setEmail('')
      setState('done')
      onDone?.()
    } catch (error) {
      showProblem(signupProblem(error))
    }
  }

  const text = meta.newsletter_customtext ?? meta.mailchimp_customtext
  // The popup around the form already has an accessible name.
  const frame = variant === 'footer' && { 'aria-labelledby': `${id}-title`, className: 'newsletter-band' }
  const Frame = frame ? 'section' : 'div'
  return (
    <Frame {...frame}>
      <div>
        <h2 id={`${id}-title`} className={variant === 'footer' ? 'display-3' : 'display-4 pr-10'}>
          {meta.mailchimp_header ?? m.newsletter_title({ shop: shop.name })}
        </h2>
        {text ? (
          <RichText html={text} className="mt-2 max-w-prose text-muted" />
        ) : (
          <p className="mt-2 max-w-prose text-muted">{m.newsletter_text()}</p>
        )}
      </div>
      <div role="status">
        {state === 'done' && (
          <p className="mt-4 flex gap-3 font-semibold">
            <Icon name="check" className="mt-0.5 size-5" />
            {m.newsletter_success()}
          </p>
        )}
      </div>
      {state !== 'done' && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void send(event)}
          className="mt-4 lg:[.newsletter-band_&]:mt-0"
        >
          <label htmlFor={`${id}-email`} className="label">
            {m.newsletter_email()}
          </label>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <input
              id={`${id}-email`}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              required
              maxLength={254}
              placeholder={m.newsletter_placeholder()}
              value={email}
              onChange={(change) => setEmail(change.target.value)}
              aria-invalid={problem?.field === 'email'}
              aria-describedby={problem?.field === 'email' ? `${id}-problem` : undefined}
              className="field min-w-0 flex-[1_1_12rem]"
            />
            <button type="submit" className="button-primary flex-[1_0_auto]" aria-disabled={state === 'sending'}>
              {state === 'sending' ? m.newsletter_sending() : (meta.newsletter_label ?? m.newsletter_submit())}
            </button>
          </div>
          {meta.newsletter_tickets_url && meta.newsletter_url && (
            <Checkbox name="tickets" isChecked={wantsTickets} onCheck={setWantsTickets}>
              {m.newsletter_tickets()}
            </Checkbox>
          )}
          <Checkbox
            name="terms"
            isChecked={accepts}
            onCheck={setAccepts}
            problemId={problem?.field === 'terms' ? `${id}-problem` : undefined}
          >
            {m.newsletter_terms_before()}{' '}
            <ShopLink to="/datapolicy" className="text-link">
              {m.newsletter_terms_link()}
            </ShopLink>
            {m.newsletter_terms_after()}
          </Checkbox>
          {problem && (
            <p id={`${id}-problem`} role="alert" className="mt-3 border-l-4 pl-3 text-sm font-semibold">
              {problem.text()}
              {problem.leadsToContact && (
                <>
                  {' '}
                  <ShopLink to="/contact" className="text-link">
                    {m.newsletter_contact()}
                  </ShopLink>
                </>
              )}
            </p>
          )}
        </form>
      )}
    </Frame>
  )
}

type CheckboxProps = {
  name: string
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
  problemId?: string | undefined
  children: ReactNode
}

function Checkbox({ name, isChecked, onCheck, problemId, children }: CheckboxProps) {
  return (
    <label className="mt-3 flex gap-3 text-sm leading-snug">
      <input
        type="checkbox"
        name={name}
        checked={isChecked}
        onChange={(change) => onCheck(change.target.checked)}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        className="size-6 flex-none accent-accent"
      />
      <span>{children}</span>
    </label>
  )
}
