/**
 * Texts of buyers that the shop repeats in its mails. Anybody may write any address into the checkout, so a text that mail
 * programs turn into a link would send a stranger's advertising from the shop's own domain. Browsers and forms use the
 * same rules as the server.
 */
import * as z from 'zod/mini'

/** What mail programs link: a scheme, `www.`, an e-mail address, a word with a dot inside; also with dots of other scripts. */
const LINK = /:\/\/|www[.。．｡]|@|[\p{L}\p{N}][.。．｡]\p{L}{2,}/iu
/** Controls and invisible characters, but for the joiners that some scripts need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Letters first; then also marks, blanks and the signs that real names have. "John Smith 3rd" ends in a number. */
const NAME = /^[\p{L}\p{M}](?:[\p{L}\p{M} .,'’ʼ‘`´·-]|\u200c|\u200d)*(?: \d{1,2}(?:st|nd|rd|th|\.)?)?$/u

const isPlain = (text: string) => !LINK.test(text) && !INVISIBLE.test(text)
const isName = (text: string) => NAME.test(text.trim())

const plain = z.refine<string>(isPlain, 'a text without a web or e-mail address')
const name = z.refine<string>((text) => text.trim() === '' || isName(text), "a name: letters, blanks and . , ' -")

/** One line of at most `length` characters that is not empty. */
export const requiredLine = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length), plain)

export const optionalLine = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length), plain), '')

/** A person's first or last name. */
export const requiredName = (length: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(length), plain, name)
