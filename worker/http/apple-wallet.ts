/**
 * The web service with which Apple Wallet keeps passes up to date
 * (https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes): a device registers for a
 * pass, asks which of its passes have changed, and fetches them. The pass's token authorises each request about a pass. The
 * device's own id, which only the device and the worker know, authorises the list.
 */
import * as z from 'zod/mini'
import { logoKey } from '../../schema/logo-file.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import { changedPassesOf, forgetDevice, registerDevice, type WalletPass } from '../db/wallet-pass.ts'
import type { Env } from '../env.ts'
import { appleSettings } from '../integrations/wallet-settings.ts'
import { APPLE_PASS_TYPE, applePassFile } from '../mail/apple-pass.ts'
import { passBrand } from '../mail/pass-content.ts'
import { networksOf } from '../services/client-network.ts'
import { log } from '../services/log.ts'
import { findSubject, type PassSubject, passWithToken } from '../services/wallet-pass.ts'
import { readJson } from './body.ts'
import type { EdgeContext } from './edge-context.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

/** Apple Wallet appends `/v1/…`. */
export const APPLE_SERVICE = '/api/wallet'

const LARGEST_BODY = 16 * 1024
const MOST_LOGS = 10
const LONGEST_LOG = 300

const registration = z.object({ pushToken: z.string().check(z.regex(/^[0-9a-f]{32,200}$/i)) })
const reported = z.object({ logs: z.array(z.string()) })
const DEVICE = /^[\w-]{8,100}$/

const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }

function answer(
  status: 200 | 201 | 204 | 304 | 400 | 401 | 403 | 404 | 405 | 429,
  headers: HeadersInit = {},
): Response {
  return new Response(null, { status, headers: { ...PRIVATE, ...headers } })
}

/** The main shop's address, which outlives a band's own domain. */
export function publicOrigin({ PUBLIC_ORIGIN: configured }: Pick<Env, 'PUBLIC_ORIGIN'>, origin: string): string {
  return configured || origin
}

export async function serveAppleWallet(http: EdgeContext): Promise<Response> {
  const { env, req } = http
  const settings = appleSettings(env)
  const parts = new URL(req.url).pathname.slice(`${APPLE_SERVICE}/v1/`.length).split('/')
  const [noun = '', first = '', second = '', third = '', fourth, tooMany] = parts
  if (!settings || tooMany !== undefined) return answer(404)
  if (!(await mayRead(env, networksOf(req.header('cf-connecting-ip')))))
    return answer(429, { 'retry-after': String(READ_TRIES_SECONDS) })
  const { method } = req
  if (noun === 'log' && first === '') return method === 'POST' ? noteLogs(http) : answer(405)
  if (noun === 'passes' && first === settings.passTypeId && third === '')
    return method === 'GET' ? servePass(http, second) : answer(405)
  if (noun !== 'devices' || second !== 'registrations' || third !== settings.passTypeId || !DEVICE.test(first))
    return answer(404)
  if (fourth === undefined) return method === 'GET' ? listPasses(http, first) : answer(405)
  if (method === 'POST') return register(http, first, fourth)
  return method === 'DELETE' ? unregister(http, first, fourth) : answer(405)
}

/** Returns null if the token is wrong. */
function authorisedPass({ req }: EdgeContext, db: Database, serial: string): Promise<WalletPass | null> {
  const [, token = ''] = /^ApplePass (\S{1,100})$/.exec(req.header('authorization') ?? '') ?? []
  return passWithToken(db, serial, token)
}

async function register(http: EdgeContext, deviceId: string, serial: string): Promise<Response> {
  const db = openDatabase(http.env.DB)
  const pass = await authorisedPass(http, db, serial)
  if (!pass) return answer(401)
  const body = registration.safeParse(await readJson(http.req.raw, LARGEST_BODY))
  if (!body.success) return answer(400)
  const outcome = await registerDevice(db, { passId: pass.id, deviceId, pushToken: body.data.pushToken }, Date.now())
  return answer(outcome === 'created' ? 201 : outcome === 'known' ? 200 : 403)
}

async function unregister(http: EdgeContext, deviceId: string, serial: string): Promise<Response> {
  const db = openDatabase(http.env.DB)
  const pass = await authorisedPass(http, db, serial)
  if (!pass) return answer(401)
  await forgetDevice(db, pass.id, deviceId)
  return answer(200)
}

/** The tag is the time of the latest change that the list contains. */
async function listPasses({ env, req }: EdgeContext, deviceId: string): Promise<Response> {
  const tag = req.query('passesUpdatedSince') ?? ''
  const changed = await changedPassesOf(openDatabase(env.DB), deviceId, /^\d{1,15}$/.test(tag) ? Number(tag) : 0)
  const latest = changed.at(-1)
  if (!latest) return answer(204)
  const list = { serialNumbers: changed.map(({ id }) => id), lastUpdated: String(latest.changedAt) }
  return Response.json(list, { headers: PRIVATE })
}

async function servePass(http: EdgeContext, serial: string): Promise<Response> {
  const { env, req } = http
  const now = Date.now()
  const db = openDatabase(env.DB)
  const pass = await authorisedPass(http, db, serial)
  const subject = pass && (await findSubject(db, pass))
  if (!subject) return answer(401)
  const known = Date.parse(req.header('if-modified-since') ?? '')
  const isNews = subject.pass.revision > subject.pass.sentRevision
  if (!isNews && known >= Math.floor(subject.pass.changedAt / 1000) * 1000) return answer(304)
  const shops = await loadShops(db, await loadCatalogueVersion(db, now))
  return applePass({ env, origin: new URL(req.url).origin, now }, subject, shops)
}

/** Apple Wallet reports errors here. Ids and tokens are removed, because they belong to a person's device. */
async function noteLogs({ req }: EdgeContext): Promise<Response> {
  const body = reported.safeParse(await readJson(req.raw, LARGEST_BODY))
  if (!body.success) return answer(400)
  const messages = body.data.logs
    .slice(0, MOST_LOGS)
    .map((message) => message.replace(/[\w.-]*\d[\w.-]{7,}/g, '…').slice(0, LONGEST_LOG))
  log('warn', 'Apple Wallet reported errors', { messages: messages.join(' | ') })
  return answer(200)
}

export async function applePass(
  { env, origin, now }: { env: Env; origin: string; now: number },
  subject: PassSubject,
  shops: readonly ShopRow[],
): Promise<Response> {
  const settings = appleSettings(env)
  if (!settings) throw new Error('Apple Wallet is not configured')
  const brand = passBrand(subject, shops)
  const logo = brand.logo && (await env.BUCKET.get(logoKey(brand.logo)))
  const file = await applePassFile({
    settings,
    subject,
    brand,
    logo: logo && new Uint8Array(await logo.arrayBuffer()),
    serviceUrl: `${publicOrigin(env, origin)}${APPLE_SERVICE}`,
    now,
  })
  return new Response(new Uint8Array(file), {
    headers: {
      ...PRIVATE,
      'content-type': APPLE_PASS_TYPE,
      'content-disposition': `attachment; filename="${subject.event.slug.replace(/[^\w-]/g, '_')}.pkpass"`,
      'last-modified': new Date(subject.pass.changedAt).toUTCString(),
    },
  })
}
