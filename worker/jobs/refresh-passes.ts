/**
 * Tells wallets about changed passes: an event has moved, or a ticket has become invalid. Triggers note which passes have
 * changed. Apple gets a notification for each device, which then fetches the pass. Google gets the new content. A pass stays
 * stale until both companies have taken the change, so nothing is lost while one of them does not answer. A repeated
 * notification does no harm.
 */
import { HOUR, MINUTE } from '../../schema/limits.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { findTicketedOrders } from '../db/order.ts'
import { loadCatalogueVersion, loadShops } from '../db/shop.ts'
import {
  devicesOf,
  forgetPushToken,
  notePassChange,
  postponePass,
  settlePasses,
  stalePasses,
  type WalletPass,
} from '../db/wallet-pass.ts'
import type { Env } from '../env.ts'
import { pushToDevice } from '../integrations/apple-push.ts'
import { changeGoogle } from '../integrations/google-wallet.ts'
import { WalletOutage } from '../integrations/wallet-outage.ts'
import { appleSettings, googleSettings } from '../integrations/wallet-settings.ts'
import { googleClass, googleObject } from '../mail/google-pass.ts'
import { passBrand } from '../mail/pass-content.ts'
import { log, reasonOf } from '../services/log.ts'
import { type PassSubject, subjectOf } from '../services/wallet-pass.ts'
import { JOB_STATEMENTS, startBudget } from './job-budget.ts'

const MAX_AT_ONCE = 90
/** Each device and each pass at Google costs a request, and a worker may send about a thousand. The next run continues. */
const MAX_PER_RUN = 450
const LONGEST_PAUSE_MS = 6 * HOUR
/**
 * For this long after a fan has asked to save a ticket at Google, the request may still store content that is old by now.
 * Until then, a pass with changes is sent again.
 */
const SAVING_MS = 2 * MINUTE

export async function refreshPasses(env: Env, now: number): Promise<void> {
  const budget = startBudget(env, now, JOB_STATEMENTS.refreshPasses)
  const db = openDatabase(budget.env.DB)
  // The class of an event is the same for all of its passes.
  const knownClasses = new Map<string, Promise<unknown>>()
  let shops: ShopRow[] | null = null
  for (let done = 0; done < MAX_PER_RUN && budget.hasLeft(); done += MAX_AT_ONCE) {
    const passes = await stalePasses(db, budget.now(), MAX_AT_ONCE)
    if (passes.length === 0) return
    shops ??= await loadShops(db, await loadCatalogueVersion(db, now))
    await notePassChange(
      db,
      passes.map(({ id }) => id),
      budget.now(),
    )
    await refreshAll({ env: budget.env, db, shops, knownClasses, now: budget.now() }, passes)
  }
}

type Run = {
  env: Env
  db: Database
  shops: readonly ShopRow[]
  knownClasses: Map<string, Promise<unknown>>
  now: number
}

async function refreshAll(run: Run, passes: WalletPass[]): Promise<void> {
  const { db, now } = run
  const [orders, devices] = await Promise.all([
    findTicketedOrders(db, [...new Set(passes.map(({ orderId }) => orderId))]),
    devicesOf(
      db,
      passes.map(({ id }) => id),
    ),
  ])
  const settled: WalletPass[] = []
  await Promise.all(
    passes.map(async (pass) => {
      const whole = orders.get(pass.orderId)
      const subject = whole ? subjectOf(whole, pass) : null
      const tokens = devices.flatMap(({ passId, pushToken }) => (passId === pass.id ? [pushToken] : []))
      const outcomes = await Promise.allSettled([
        ...tokens.map((token) => notify(run, pass, token)),
        subject && pass.googleAt !== null ? changeAtGoogle(run, subject) : null,
      ])
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      const savedBy = (pass.googleAt ?? 0) + SAVING_MS
      if (!failed && savedBy > now) return postponePass(db, pass, savedBy)
      if (!failed) return void settled.push(pass)
      const pause = Math.min(LONGEST_PAUSE_MS, MINUTE * 2 ** Math.min(pass.attempts, 16))
      const level = failed.reason instanceof WalletOutage ? 'warn' : 'error'
      log(level, 'pass not refreshed', { pass: pass.id, attempts: pass.attempts, error: reasonOf(failed.reason) })
      await postponePass(db, pass, now + pause)
    }),
  )
  await settlePasses(db, settled)
}

async function notify({ env, db, now }: Run, pass: WalletPass, pushToken: string): Promise<void> {
  const settings = appleSettings(env)
  if (!settings) return
  if ((await pushToDevice(settings, pushToken, now)) === 'gone') await forgetPushToken(db, pass.id, pushToken)
}

/** Google may not know the pass, if the fan's request was interrupted before Google stored it. */
async function changeAtGoogle({ env, shops, knownClasses, now }: Run, subject: PassSubject): Promise<void> {
  const settings = googleSettings(env)
  if (!settings) return
  const { event } = subject
  const change = () => {
    const brand = passBrand(subject, shops)
    return changeGoogle(
      settings,
      'eventTicketClass',
      googleClass({ settings, subject, brand }, env.PUBLIC_ORIGIN ?? ''),
      now,
    )
  }
  const changed = knownClasses.get(event.id) ?? change()
  knownClasses.set(event.id, changed)
  await changed
  await changeGoogle(settings, 'eventTicketObject', googleObject({ settings, subject }), now)
}
