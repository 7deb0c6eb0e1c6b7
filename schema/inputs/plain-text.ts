/**
 * Rules for texts that buyers type and that the shop repeats in its mails. These texts must not contain links. Anyone can
 * order with another person's email address, so spammers could otherwise send advertising from the shop's domain. The
 * forms and the server apply the same rules.
 */
import * as z from 'zod/mini'

/**
 * Mail programs turn a text into a link if it contains a URL scheme, `www.`, an email address, or a word with a dot
 * inside. Full-width dots count as well.
 */
const LINK = /:\/\/|www[.。．｡]|@|[\p{L}\p{N}][.。．｡]\p{L}{2,}/iu
/** Control and format characters, except the zero-width joiner and non-joiner, which some scripts need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/**
 * A name starts with a letter, followed by letters, spaces and the punctuation of names. The last word may be a number
 * such as "3rd".
 */
const NAME = /^[\p{L}\p{M}](?:[\p{L}\p{M} .,'’ʼ‘`´·-]|\u200c|\u200d)*(?: \d{1,2}(?:st|nd|rd|th|\.)?)?$/u

const isPlain = (text: string) => !LINK.test(text) && !INVISIBLE.test(text)
const isName = (text: string) => NAME.test(text.trim())

const plain = z.refine<string>(isPlain, 'a text without a web or email address')
const name = z.refine<string>((text) => text.trim() === '' || isName(text), "a name: letters, spaces and . , ' -")

/** A non-empty line of at most `length` characters. */
export const requiredLine = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length), plain)

export const optionalLine = (length: number) => z._default(z.string().check(z.trim(), z.maxLength(length), plain), '')

/** A person's first or last name. */
export const requiredName = (length: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(length), plain, name)

/** A text that the shop shows only to staff and to the person who typed it, and never mails. It may contain a link. */
export const unmailedLine = (length: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(length),
    z.refine((text) => !INVISIBLE.test(text), 'a text without control characters'),
  )
