/**
 * `npm run pictures` takes screenshots of every kind of page of a running shop with the demo catalogue, so that a developer can
 * look at them after a change. It places orders and opens waiting rooms, so the shop must be a local one. Each configuration
 * has a window, a language and a shop. The program reads these variables:
 *
 * BASE      the address of the shop, http://localhost:8787 by default
 * MAILBOX   the address of the shop's mailbox, by default at the next port
 * STATE_DIR the shop's state folder, for the waiting rooms, as for `npm run queue`
 * OUT       the folder of the pictures, dist/pictures by default
 * CONFIGS   the names of the configurations, separated by spaces, by default all
 * ONLY      a regular expression for the names of the pages, by default all
 * PARALLEL  how many configurations run at the same time, 2 by default
 *
 * At the end, the program prints what the pictures do not show: logged errors, moved layouts, and pages that are wider than
 * their window. It exits with 1 if it could not take the picture of a page.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { ROOT } from '../../worker/cli/root.ts'
import { messageOf } from '../../worker/domain/text/error-message.ts'
import { launchBrowser } from '../support/browser.ts'
import { CATALOGUE_SHOTS } from './pictures/catalogue-shots.ts'
import { CHECKOUT_SHOTS } from './pictures/checkout-shots.ts'
import { CONFIGS, type Config } from './pictures/configs.ts'
import { EVENT_SHOTS } from './pictures/event-shots.ts'
import { MAIL_SHOTS } from './pictures/mail-shots.ts'
import { ORDER_SHOTS } from './pictures/order-shots.ts'
import { Orders } from './pictures/orders.ts'
import { SHELL_SHOTS } from './pictures/shell-shots.ts'
import type { Shot } from './pictures/shot.ts'
import { type Place, Visit } from './pictures/visit.ts'
import { WAITING_SHOTS } from './pictures/waiting-shots.ts'

const SHOTS: readonly Shot[] = [
  ...CATALOGUE_SHOTS,
  ...EVENT_SHOTS,
  ...SHELL_SHOTS,
  ...CHECKOUT_SHOTS,
  ...ORDER_SHOTS,
  ...WAITING_SHOTS,
  ...MAIL_SHOTS,
]

function placeOf({ BASE, MAILBOX, OUT }: NodeJS.ProcessEnv): Place {
  const base = (BASE ?? 'http://localhost:8787').replace(/\/$/, '')
  const { protocol, hostname, port } = new URL(base)
  const mailbox = MAILBOX ?? `${protocol}//${hostname}:${Number(port) + 1}/mailbox`
  return { base, mailbox: mailbox.replace(/\/$/, ''), out: OUT ?? join(ROOT, 'dist/pictures') }
}

function chosenConfigs({ CONFIGS: names }: NodeJS.ProcessEnv): Config[] {
  const wanted = (names ?? '').split(/\s+/).filter((name) => name !== '')
  const unknown = wanted.filter((name) => !CONFIGS.some((config) => config.name === name))
  if (unknown.length > 0)
    throw new Error(`unknown configurations: ${unknown.join()}. Known are: ${CONFIGS.map(({ name }) => name).join()}`)
  return CONFIGS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
}

const place = placeOf(process.env)
const only = new RegExp(process.env.ONLY ?? '')
/** Each entry begins with the name of the configuration and the name of the page. */
const failures: string[] = []
const notes: string[] = []

type Tour = { browser: Browser; config: Config; orders: Orders; visitor: Visit }

async function takeShot({ browser, config, orders, visitor }: Tour, shot: Shot, file: string): Promise<void> {
  const title = `${config.name}/${shot.name}`
  let visit: Visit | undefined
  try {
    visit = shot.isPlain
      ? await visitor.continued(file)
      : await Visit.start(browser, config, place, file, shot.asksForConsent)
    await shot.take(visit, orders)
  } catch (error) {
    failures.push(`${title}: ${messageOf(error).split('\n').slice(0, 3).join(' ')}`)
  }
  const faults = visit?.faults.filter((fault) => !shot.expects?.test(fault)) ?? []
  notes.push(...[...new Set(faults)].map((fault) => `${title}: ${fault.split('\n')[0]}`))
  await (shot.isPlain ? visit?.close() : visit?.end())
}

async function takeShots(browser: Browser, config: Config): Promise<void> {
  const started = Date.now()
  // The pictures of an earlier run may have other numbers.
  if (!process.env.ONLY) rmSync(join(place.out, config.name), { recursive: true, force: true })
  const orders = new Orders(() => Visit.start(browser, config, place, ''))
  const visitor = await Visit.start(browser, config, place, '')
  const tour = { browser, config, orders, visitor }
  let count = 0
  for (const [index, shot] of SHOTS.entries()) {
    if (!only.test(shot.name) || shot.isIn?.(config) === false) continue
    const number = String(index + 1).padStart(3, '0')
    await takeShot(tour, shot, join(place.out, config.name, `${number}-${shot.name}`))
    count++
  }
  await visitor.end()
  console.log(`${config.name}: ${count} pages in ${Math.round((Date.now() - started) / 1000)} s`)
}

const waiting = chosenConfigs(process.env)
const browser = await launchBrowser()
async function work(): Promise<void> {
  for (let config = waiting.shift(); config; config = waiting.shift()) await takeShots(browser, config)
}
await Promise.all(Array.from({ length: Number(process.env.PARALLEL ?? 2) }, work))
await browser.close()

for (const note of notes) console.log(`NOTE ${note}`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`Pictures: ${place.out}`)
process.exit(failures.length > 0 ? 1 : 0)
