/** Writes the file of a pass for Apple Wallet: its content as JSON, pictures, the hash of each file, and the signature. */

import { Buffer } from 'node:buffer'
import { showsDate } from '../../schema/rules/event-sale.ts'
import { groupedCode } from '../../schema/rules/ticket-code.ts'
import { passExpiry } from '../domain/tickets/wallet-pass.ts'
import { passSignature } from '../integrations/apple-signature.ts'
import type { AppleSettings } from '../integrations/wallet-settings.ts'
import { zip } from '../integrations/zip.ts'
import type { PassSubject } from '../services/wallet-pass.ts'
import { type PassBrand, type PassContent, passContent } from './pass-content.ts'
import { channelsOf, walletIcon } from './wallet-icon.ts'
import { WALLET_TEXT } from './wallet-text.ts'

export const APPLE_PASS_TYPE = 'application/vnd.apple.pkpass'

/** The sizes of the icon in pixels, for screens with one, two and three pixels per point. */
const ICONS = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 } as const

export type ApplePassInput = {
  settings: AppleSettings
  subject: PassSubject
  brand: PassBrand
  /** The band's logo as PNG; null if it has none. */
  logo: Uint8Array | null
  /** The address below which the worker answers Apple Wallet. */
  serviceUrl: string
  now: number
}

export async function applePassFile(input: ApplePassInput): Promise<Uint8Array> {
  const { settings, brand, logo, now } = input
  const { accent, onAccent } = brand.colours
  const files = new Map<string, Uint8Array>([
    ['pass.json', Buffer.from(JSON.stringify(applePass(input)))],
    ...Object.entries(ICONS).map(([name, size]) => [name, walletIcon(size, accent, onAccent)] as const),
    ...(logo === null
      ? []
      : [['logo@2x.png', logo] as const, ['logo@3x.png', logo] as const, ['logo.png', logo] as const]),
  ])
  const hashes: Record<string, string> = {}
  for (const [name, bytes] of files) {
    // Apple requires SHA-1 for the hashes of the files. The signature over all of them uses SHA-256.
    const digest = await crypto.subtle.digest('SHA-1', new Uint8Array(bytes))
    hashes[name] = Buffer.from(digest).toString('hex')
  }
  const manifest = new TextEncoder().encode(JSON.stringify(hashes))
  files.set('manifest.json', manifest)
  files.set('signature', await passSignature(new Uint8Array(manifest), settings.signer, now))
  return zip(files)
}

type Field = { key: string; label: string; value: string; changeMessage?: string }

/** Apple's wallet shows no field whose value is empty. */
const fields = (...all: Field[]) => all.filter(({ value }) => value !== '')

function applePass({ settings, subject, brand, logo, serviceUrl }: ApplePassInput): object {
  const { pass, order, item, event } = subject
  const content = passContent(subject)
  const { isVoid } = content
  const { ground, ink, muted } = brand.colours
  const rgb = (hex: string) => `rgb(${channelsOf(hex).join(', ')})`
  const iso = (instant: number) => new Date(instant).toISOString()
  const expiry = passExpiry(event)
  const isDated = !isVoid && showsDate(event)
  return {
    formatVersion: 1,
    passTypeIdentifier: settings.passTypeId,
    teamIdentifier: settings.teamId,
    serialNumber: pass.id,
    authenticationToken: pass.token,
    webServiceURL: serviceUrl,
    organizationName: brand.seller,
    description: WALLET_TEXT[order.locale].ticketFor(content.event),
    ...(logo === null ? { logoText: brand.name } : {}),
    backgroundColor: rgb(ground),
    foregroundColor: rgb(ink),
    labelColor: rgb(muted),
    voided: isVoid,
    // The pass appears on the lock screen around this time.
    ...(isDated ? { relevantDate: iso(event.doorAt ?? event.happeningFromAt) } : {}),
    ...(expiry === null ? {} : { expirationDate: iso(expiry) }),
    ...(isVoid ? {} : { barcodes: [barcodeOf(pass.code)] }),
    eventTicket: fieldsOf(content, subject),
    semantics: {
      eventType: 'PKEventTypeLivePerformance',
      eventName: content.event,
      venueName: event.venue.name,
      ...(isDated ? { eventStartDate: iso(event.happeningFromAt) } : {}),
      ...(isVoid || item.seatNumber === null
        ? {}
        : {
            seats: [{ seatSection: item.sectionName ?? '', seatRow: item.seatRow ?? '', seatNumber: item.seatNumber }],
          }),
    },
  }
}

function barcodeOf(code: string): object {
  return {
    format: 'PKBarcodeFormatQR',
    message: code,
    messageEncoding: 'iso-8859-1',
    altText: groupedCode(code),
  }
}

function fieldsOf(content: PassContent, { pass, order }: PassSubject): object {
  const text = WALLET_TEXT[order.locale]
  const changeMessage = text.moved
  return {
    primaryFields: fields({ key: 'event', label: content.venue, value: content.event }),
    secondaryFields: fields(
      { key: 'status', label: text.status, value: content.status ?? '', changeMessage: '%@' },
      { key: 'when', label: text.when, value: content.isVoid ? '' : content.when, changeMessage },
      { key: 'doors', label: text.doors, value: content.isVoid ? '' : content.doors, changeMessage },
    ),
    auxiliaryFields: fields(
      { key: 'place', label: content.placeLabel, value: content.place },
      { key: 'category', label: text.category, value: content.category },
      { key: 'holder', label: text.holder, value: content.holder },
    ),
    backFields: fields(
      { key: 'hint', label: text.hint, value: content.isVoid ? '' : text.hintText },
      { key: 'venue', label: text.where, value: content.venue, changeMessage },
      { key: 'address', label: text.address, value: content.address },
      { key: 'code', label: text.code, value: content.isVoid ? '' : groupedCode(pass.code) },
      { key: 'order', label: text.order, value: content.reference },
    ),
  }
}
