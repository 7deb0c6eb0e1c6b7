/**
 * Schemas of the values in a catalogue file. A file contains short forms, such as one text for both languages, and prices in
 * euros. Parsing returns the values that the tables store, such as `Localised` texts and cents. Dates stay as written,
 * because these schemas do not know the venue's time zone or the day of the import.
 */
import * as z from 'zod'
import type { Localised } from '../locale.ts'
import { type Cents, parseEuros } from '../money.ts'

export const slug = z
  .string()
  .regex(
    /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    'expected a slug: a-z, 0-9, single hyphens or underscores, such as "summer-2027"',
  )

/** A category's slug. If categories of several types share it, the type comes first, as in `TOUR:summer-2027`. */
export const categoryReference = z
  .string()
  .regex(
    /^(?:(?:CATEGORY|ARTIST|BRAND|LABEL|TOUR):)?[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    'expected a category\'s slug, or "TOUR:slug" with its type',
  )

const words = z.string().min(1, 'expected a text, not an empty one')

/** One text for both languages, or one text per language. The German text replaces a missing English text. */
export const text = z
  .union([words, z.strictObject({ de: words, en: words.optional() })], {
    error: 'expected a text, or { de, en } with a text in each',
  })
  .transform(
    (value): Localised =>
      typeof value === 'string' ? { de: value, en: value } : { de: value.de, en: value.en ?? value.de },
  )

/** Euros with at most two decimals, as a string or a number. 24.90 becomes 2490 cents. */
export const price = z
  .union([z.string(), z.number()], { error: 'expected euros, such as "24.90"' })
  .transform((value, context): Cents => {
    const cents = parseEuros(String(value))
    if (cents !== null) return cents
    context.issues.push({
      code: 'custom',
      message: 'expected euros with at most two decimals, such as "24.90"',
      input: value,
    })
    return z.NEVER
  })

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const clock = z.string().regex(CLOCK, 'expected a time of day, such as "19:30"')

/** A number of days from the day of the import, and a local time of day. The default time is midnight. */
const relativeMoment = z.strictObject({
  inDays: z.int('expected a whole number of days, negative for the past').min(-3660).max(3660),
  at: clock.optional(),
})

/** A day in the year of the import, such as the first door of an Advent calendar. The default time is midnight. */
const yearlyMoment = z
  .strictObject({ month: z.int(), day: z.int(), at: clock.optional() })
  // 29 February is missing in most years.
  .refine(({ month, day }) => new Date(Date.UTC(2027, month - 1, day)).getUTCMonth() === month - 1 && day > 0, {
    error: 'expected a day of every year, such as { month: 12, day: 24 }',
  })

const DATE_EXPECTED = 'expected a date such as "2027-05-01T20:00+02:00", or { inDays: 42, at: "20:00" }'

/**
 * A date, a date and time, a relative moment, or a day in the year of the import. A time without a zone is in the venue's
 * time zone, or in Berlin's if the entry has no venue.
 */
export const moment = z.union(
  [
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?$/, {
        error: DATE_EXPECTED,
        abort: true,
      })
      .refine((value) => !Number.isNaN(Date.parse(value)), DATE_EXPECTED),
    relativeMoment,
    yearlyMoment,
  ],
  { error: DATE_EXPECTED },
)

/** A moment, or a time of day on the day of the event. */
export const momentOfDay = z.union([clock, moment], {
  error: 'expected a time of day such as "19:00", or a date, or { inDays: 42, at: "19:00" }',
})

/** `0000-00-00` and null mean that there is no end (L10N-04). */
export const endMoment = z.union([z.literal('0000-00-00'), z.null(), moment], {
  error: 'expected a date, { inDays: 42 }, or "0000-00-00" for none',
})

export const imagePath = z
  .string()
  .regex(
    /^(?!\/)(?!.*\.\.)[^\\]+\.(?:png|jpe?g|svg|webp|avif)$/i,
    'expected the path of an image, such as "images/record.png"',
  )

const percent = z.int('expected a whole number').min(0, 'expected 0 to 100').max(100, 'expected 0 to 100')
/** The point of an image that every crop shows: its distance from the left and from the top, in percent. */
export const focus = z.tuple(
  [percent, percent],
  'expected [percent from the left, percent from the top], such as [50, 20]',
)

/**
 * An image file. Its path is relative to the catalogue's folder, or to the folder of the file that contains the entry.
 * By default, the alternative text `alt` is the name of the entry.
 */
export const image = z
  .union([imagePath, z.strictObject({ file: imagePath, alt: text.optional(), focus: focus.optional() })], {
    error: 'expected the path of an image such as "images/record.png", or { file, alt, focus }',
  })
  .transform((value) => (typeof value === 'string' ? { file: value } : value))

export const order = z.int('expected a whole number')
export const count = z.int('expected a whole number').min(0, 'expected 0 or more')
export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'expected a colour such as "#1d4ed8"')
export const countryCode = z.string().regex(/^[a-z]{2}$/, 'expected an ISO country code in lower case, such as "de"')
export const vatBasisPoints = z
  .int('expected basis points: 1900 for 19 %')
  .min(0)
  .max(10_000, 'expected basis points: 1900 for 19 %')
export const timeZone = z.string().refine((value) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}, 'expected an IANA time zone, such as "Europe/Berlin"')

const SHORTEST_CODE = 8

/** A code in plain text. The import stores only a hash of it. A code below the minimum length could be guessed. */
export const code = z
  .string()
  .refine(
    (typed) => typed.replace(/\s+/g, '').length >= SHORTEST_CODE,
    `expected a code of at least ${SHORTEST_CODE} characters, not counting spaces`,
  )

/** A URL to which the worker sends requests. */
export const address = z.string().regex(/^https:\/\/[^\s/]+\/\S*$/, 'expected an address that begins with https://')

/**
 * A URL or a path of the shop. A path must not begin with `//` or `/\`, because a browser would read the text after it as a
 * host.
 */
export const link = z
  .string()
  .regex(
    /^(?:https?:\/\/\S+|\/(?![/\\])\S*|mailto:\S+@\S+)$/,
    'expected an address such as "https://example.org" or "/events"',
  )

export const companyAddress = z.strictObject({
  company: words,
  firstName: words.exactOptional(),
  lastName: words.exactOptional(),
  address: words,
  address2: words.exactOptional(),
  city: words,
  postCode: words,
  countryCode,
})

export { words }
