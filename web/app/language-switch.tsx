/** Switches all texts between German and English without leaving the page (L10N-05). */
import { LOCALES, type Locale } from '../../schema/locale.ts'
import { chooseLocale, useLocale } from '../data/locale.ts'
import { m } from '../i18n/messages.ts'

const NAMES: Record<Locale, { short: string; long: string }> = {
  de: { short: 'DE', long: 'Deutsch' },
  en: { short: 'EN', long: 'English' },
}

export function LanguageSwitch({ className = '', isLong = false }: { className?: string; isLong?: boolean }) {
  const locale = useLocale()
  return (
    <ul aria-label={m.shell_language()} className={`flex items-center ${className}`}>
      {LOCALES.map((each) => (
        <li key={each}>
          <button
            type="button"
            lang={each}
            aria-pressed={each === locale}
            onClick={() => chooseLocale(each)}
            className="label grid min-h-11 min-w-9 place-items-center px-1.5 text-muted hover:text-ink aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-2 aria-pressed:underline-offset-4"
          >
            {isLong ? (
              NAMES[each].long
            ) : (
              <span>
                {NAMES[each].short}
                <span className="sr-only"> {NAMES[each].long}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
