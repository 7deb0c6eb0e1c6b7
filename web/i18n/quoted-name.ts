/** Names of artists as parts of a German sentence. */
import { currentLocale } from '../data/locale.ts'

/**
 * The name, to follow a German preposition such as "von". A name that begins with an article would have to be declined, as in
 * "von den Ärzten", unless it stands in quotation marks.
 */
export function quotedName(name: string): string {
  return currentLocale() === 'de' && /^(der|die|das) /i.test(name) ? `„${name}“` : name
}
