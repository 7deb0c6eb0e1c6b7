/** A ticket as Google Wallet's API describes it: the event as a class, and the ticket as an object of this class. */

import type { Localised } from '../../schema/locale.ts'
import { INTL_TAGS } from '../../schema/locale.ts'
import { dateParts } from '../../schema/rules/date-format.ts'
import { showsDate } from '../../schema/rules/event-sale.ts'
import { seatProperties } from '../../schema/rules/seat-properties.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import { withProperties } from '../../schema/rules/with-properties.ts'
import { passExpiry } from '../domain/tickets/wallet-pass.ts'
import { googleId } from '../integrations/google-wallet.ts'
import type { GoogleSettings } from '../integrations/wallet-settings.ts'
import type { PassSubject } from '../services/wallet-pass.ts'
import { type PassBrand, passContent } from './pass-content.ts'
import { WALLET_TEXT } from './wallet-text.ts'

const textIn = (language: string, value: string) => ({ defaultValue: { language, value } })

function inBoth(text: Localised): object {
  return { ...textIn(INTL_TAGS.de, text.de), translatedValues: [{ language: INTL_TAGS.en, value: text.en }] }
}

/** The local time at the venue, such as `2027-03-20T20:00:00`. Google Wallet shows it as it is. */
function localTime(instant: number, timeZone: string): string {
  const { year, month, day, hour, minute } = dateParts(instant, timeZone, 'en')
  return `${year}-${month}-${day}T${hour}:${minute}:00`
}

/** The body of a request. `tests/sandbox` compares it with Google's published description. */
type GoogleBody = { id: string; [field: string]: unknown }

type Input = { settings: GoogleSettings; subject: PassSubject; brand: PassBrand }

/** `origin` is the main shop's, whose images Google can fetch. */
export function googleClass({ settings, subject, brand }: Input, origin: string): GoogleBody {
  const { event } = subject
  const { venue, happeningFromAt, happeningUntilAt, doorAt } = event
  const local = (instant: number) => localTime(instant, venue.timeZone)
  const logo = brand.logo && `${origin}/images/${brand.logo.key}/${brand.logo.widths.at(-1)}.jpg`
  const dated = {
    dateTime: {
      ...(doorAt === null ? {} : { doorsOpen: local(doorAt) }),
      start: local(happeningFromAt),
      ...(happeningUntilAt === null ? {} : { end: local(happeningUntilAt) }),
    },
  }
  return {
    id: googleId(settings, event.id),
    issuerName: brand.seller,
    reviewStatus: 'UNDER_REVIEW',
    // Tells fans about a new date, which is otherwise easy to miss.
    notifyPreference: 'NOTIFY_ON_UPDATE',
    eventId: event.id,
    eventName: inBoth(event.descriptiveName),
    venue: {
      name: textIn(INTL_TAGS.de, venue.name),
      address: textIn(INTL_TAGS.de, `${venue.address}\n${venue.postCode} ${venue.city}`),
    },
    ...(showsDate(event) ? dated : {}),
    hexBackgroundColor: brand.colours.ground,
    countryCode: venue.countryCode.toUpperCase(),
    ...(logo?.startsWith('https://') ? { logo: { sourceUri: { uri: logo } } } : {}),
  }
}

export function googleObject({ settings, subject }: Omit<Input, 'brand'>): GoogleBody & { classId: string } {
  const { pass, order, item, event } = subject
  const { isVoid, status, holder, category, reference } = passContent(subject)
  const language = INTL_TAGS[order.locale]
  const expiry = passExpiry(event)
  const seat = {
    ...(item.sectionName ? { section: textIn(language, item.sectionName) } : {}),
    ...(item.seatRow ? { row: textIn(language, item.seatRow) } : {}),
    ...(item.seatNumber
      ? { seat: textIn(language, withProperties(item.seatNumber, seatProperties(item.seatFlags, order.locale))) }
      : {}),
  }
  const valid = {
    barcode: { type: 'QR_CODE', value: pass.code, alternateText: groupedCode(pass.code) },
    ...(holder ? { ticketHolderName: holder } : {}),
    ...(category ? { ticketType: textIn(language, category) } : {}),
    ...(Object.keys(seat).length > 0 ? { seatInfo: seat } : {}),
  }
  return {
    id: googleId(settings, pass.id),
    classId: googleId(settings, event.id),
    state: isVoid ? 'INACTIVE' : 'ACTIVE',
    reservationInfo: { confirmationCode: reference },
    ...(isVoid ? {} : valid),
    ...(status === null
      ? {}
      : { textModulesData: [{ id: 'status', header: WALLET_TEXT[order.locale].status, body: status }] }),
    ...(expiry === null ? {} : { validTimeInterval: { end: { date: new Date(expiry).toISOString() } } }),
  }
}
