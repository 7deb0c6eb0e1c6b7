/**
 * The payment reference of a bank transfer (PAY-06) contains a prefix, the order number and the buyer's name, in characters
 * that every bank accepts. Banking apps read the whole transfer from a QR code ("GiroCode") with an EPC069-12 text.
 */
import { type Cents, decimalEuros } from '../../../schema/money.ts'

export type BankAccount = { holder: string; iban: string; bic: string }

const PREFIX = 'BAX'

/** Replacements for German umlauts, and for letters that Unicode cannot split into an ASCII letter and an accent. */
const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
}

/**
 * Returns at most 140 characters, the limit of SEPA remittance information, and only characters that SEPA allows. An old
 * link to an order must not show the buyer's name, so its caller passes no name.
 */
export function transferReference(
  orderReference: string,
  { firstName = '', lastName = '' }: { firstName?: string; lastName?: string },
): string {
  return `${PREFIX}${orderReference} ${plainLetters(`${firstName} ${lastName}`)}`.slice(0, 140).trim()
}

/** Transliterates a text to the characters that SEPA allows, and removes all others. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 /?:().,'+-]/g, '')
    .trim()
}

/** Returns a text of EPC069-12 version 002 in UTF-8, with the reference as unstructured remittance information. */
export function giroCode(account: BankAccount, amountCents: Cents, reference: string): string {
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    account.bic,
    account.holder.slice(0, 70),
    account.iban.replaceAll(' ', ''),
    `EUR${decimalEuros(amountCents)}`,
    '',
    '',
    reference,
  ].join('\n')
}
