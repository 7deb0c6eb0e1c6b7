/** Starts the built shop with the journey catalogue and the sandbox for one file of browser tests. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { CatalogueFileInput } from '../../schema/catalogue-file.ts'
import type { RoomNote } from '../../schema/waiting-room.ts'
import { storesOf } from '../../worker/cli/local-stores.ts'
import { startServer } from '../../worker/cli/server.ts'
import { startSandbox } from '../sandbox/server.ts'
import { PASSING_SECRET } from '../sandbox/turnstile.ts'
import { freePort } from './free-port.ts'
import {
  ACCESS_CODE,
  CUSTOM_DOMAIN,
  cancelEvent,
  type JourneyShopMeta,
  schedulePresale,
  setShopMeta,
} from './journey-catalogue.ts'
import { catalogueFolder, importJourneyCatalogue } from './journey-import.ts'

type RoomName = { scope: 'shop' | 'catalogue' | 'event'; slug: string }

/** The input of the operator's queue endpoint. */
type RoomChange = RoomName & {
  mode: 'off' | 'on' | 'automatic' | 'scheduled' | 'paused'
  opensAt?: number
  ratePerSecond?: number
  targetActive?: number
}

/** The parts of a mail in `/mailbox.json` that the tests read. */
type ReceivedMail = { subject: string; text: string }

export type JourneyShop = {
  url: string
  mailboxUrl: string
  /** Values of the catalogue: slugs, a domain and an access code. */
  band: string
  customBand: string
  lockedBand: string
  customDomain: string
  accessCode: string
  seatedEvent: string
  clubEvent: string
  shirt: string
  bundle: string
  /** An event whose presale is weeks away until `openPresale` moves it. */
  openingEvent: string
  openPresale(at: Date): Promise<void>
  cancelEvent(event: string): Promise<void>
  /** Records a bank transfer of the order's balance, as an operator does. */
  markPaid(reference: string): Promise<void>
  /** Cancels an unpaid order, as an operator does. */
  cancelOrder(reference: string): Promise<void>
  /** Changes a waiting room, as `npm run queue` does. */
  setRoom(change: RoomChange): Promise<void>
  setRoomNote(change: RoomName & { note: RoomNote | null }): Promise<void>
  /** Waits for a mail to `address` whose subject contains `words`. */
  mailTo(address: string, words: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const MAIL_WAIT_MS = 30_000

type JourneyOptions = {
  /** Catalogue entries in addition to the journey's own. */
  more?: CatalogueFileInput
  /** Configures the bot check, with the sandbox as its provider. */
  checksForBots?: boolean
  /** Configures statistics and error reports, which the sandbox receives. Then the shop shows the consent bar. */
  asksForConsent?: boolean
  /** Values that all shops of bands have in `meta`, in addition to those of the journey's catalogue. */
  shopMeta?: JourneyShopMeta
}

export async function openJourneyShop({
  more,
  checksForBots,
  asksForConsent,
  shopMeta,
}: JourneyOptions = {}): Promise<JourneyShop> {
  const stateDir = await mkdtemp(join(tmpdir(), 'stagedoor-journey-'))
  await cp(inject('journeyState'), stateDir, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({
    port: 0,
    stateDir: join(stateDir, 'sandbox'),
    webhookTarget: `${url}/webhooks/stripe`,
    storeObject: async (key, bytes, contentType) => {
      const { bucket } = (await storesOf(server.miniflare)).target
      await bucket.put(key, bytes, { contentType, cacheControl: 'no-store' })
    },
  })
  const server = await startServer({
    port,
    stateDir,
    sandboxUrl: `http://127.0.0.1:${sandbox.port}`,
    mailboxUrl: `http://localhost:${sandbox.port}`,
    cronSeconds: 2,
    variables: {
      PUBLIC_ORIGIN: url,
      ...(checksForBots && {
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: PASSING_SECRET,
        TURNSTILE_API_BASE: `http://127.0.0.1:${sandbox.port}`,
      }),
      ...(asksForConsent && {
        ANALYTICS_URL: `http://localhost:${sandbox.port}/reports/analytics`,
        ERROR_REPORT_URL: `http://localhost:${sandbox.port}/reports/errors`,
      }),
    },
  })
  const close = async () => {
    await server.close()
    await sandbox.close()
    await rm(stateDir, { recursive: true, force: true })
  }
  const stores = await storesOf(server.miniflare)
  const folder = catalogueFolder(stateDir)
  const importFolder = () => importJourneyCatalogue(stores.target, stateDir, server.codeSecret)
  if (shopMeta) await setShopMeta(folder, shopMeta)
  if (more) await writeFile(join(folder, 'more.json'), JSON.stringify(more))
  if (shopMeta || more) {
    await importFolder().catch(async (error: unknown) => {
      await close()
      throw error
    })
  }
  const mailboxUrl = `http://localhost:${sandbox.port}/mailbox`
  const command = async (path: string, body: object) => {
    const answer = await fetch(`${url}/operator${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`)
  }
  return {
    url,
    mailboxUrl,
    band: 'nachtwerk',
    customBand: 'hafenlicht',
    lockedBand: 'kellerkind',
    customDomain: CUSTOM_DOMAIN,
    accessCode: ACCESS_CODE,
    seatedEvent: 'theatre',
    clubEvent: 'club',
    shirt: 'nachtwerk-shirt',
    bundle: 'nachtwerk-abend',
    openingEvent: 'opening',
    async openPresale(at) {
      await schedulePresale(folder, `${at.toISOString().slice(0, 19)}Z`)
      await importFolder()
    },
    async cancelEvent(event) {
      await cancelEvent(folder, event)
      await importFolder()
    },
    markPaid: (reference) =>
      command('/orders/mark-paid', { reference, amountCents: null, bookingId: `booking-${reference}` }),
    cancelOrder: (reference) => command('/orders/cancel', { reference }),
    setRoom: (change) => command('/queue', change),
    setRoomNote: (change) => command('/queue/note', change),
    async mailTo(address, words) {
      const deadline = Date.now() + MAIL_WAIT_MS
      for (;;) {
        const answer = await fetch(`${mailboxUrl}.json?to=${encodeURIComponent(address)}`)
        const { data } = (await answer.json()) as { data: { message: ReceivedMail }[] }
        const mails = data.map(({ message }) => message)
        const mail = mails.find(({ subject }) => subject.includes(words))
        if (mail) return mail
        if (Date.now() > deadline) {
          throw new Error(`no mail "${words}" to ${address}, only: ${mails.map(({ subject }) => subject).join(' | ')}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
    close,
  }
}
