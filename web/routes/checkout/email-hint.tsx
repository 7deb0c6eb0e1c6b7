/** "Did you mean …?" below the email field (ADDR-02). A press on the suggestion replaces the address. */
import { m } from '../../i18n/messages.ts'
import { suggestedEmail } from './email-suggestion.ts'

export default function EmailHint({ email, onUse }: { email: string; onUse: (email: string) => void }) {
  const suggestion = suggestedEmail(email)
  return (
    <p aria-live="polite" className="mt-1.5 empty:hidden">
      {suggestion !== null && (
        <>
          {m.checkout_did_you_mean()}{' '}
          <button
            type="button"
            className="min-h-8 font-semibold text-accent underline"
            aria-label={m.checkout_did_you_mean_use({ email: suggestion })}
            onClick={() => onUse(suggestion)}
          >
            {suggestion}
          </button>
          ?
        </>
      )}
    </p>
  )
}
