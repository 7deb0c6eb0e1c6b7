/**
 * Serves a waiting room's published lottery as `draw.json`, and a page on which fans can verify the lottery. The page
 * compares the announced hash with the seed's hash, and shows about how many entries came before a given one. Both
 * addresses keep working after the room is closed, so that the lottery can be verified later.
 */

import type { Locale } from '../../../schema/locale.ts'
import { formatNumber } from '../../../schema/rules/number-format.ts'
import { openDatabase } from '../../db/database.ts'
import { roomByKey } from '../../db/waiting-room.ts'
import { shopOfRequest } from '../../domain/catalogue/shop-host.ts'
import { escapeHtml } from '../../domain/text/escape-html.ts'
import { type PublishedLottery, verifyLottery } from '../../domain/waiting-room/lottery.ts'
import { queueStatus } from '../../services/waiting-room/queue-status.ts'
import type { EdgeContext } from '../edge-context.ts'
import { plainPage } from '../plain-page.ts'
import { edgeRequestOf, localeOf, readEdge } from '../shop-context.ts'

const TEXTS = {
  de: {
    title: 'Die Ziehung',
    lead: 'Wer vor der Öffnung da war, wurde ausgelost: Aus der geheimen Zahl und jeder Platznummer entsteht ein Los, das kleinste kommt zuerst. Die Prüfsumme stand vorher fest.',
    none: 'Hier wurde nicht gelost: Eingelassen wird in der Reihenfolge der Ankunft.',
    hash: 'Prüfsumme (SHA-256)',
    seed: 'Geheime Zahl',
    secret: 'wird mit der Öffnung veröffentlicht',
    early: 'Plätze vor der Öffnung',
    fits: 'Nachgerechnet: Die Zahl passt zur Prüfsumme.',
    differs: 'Die Zahl passt nicht zur Prüfsumme.',
    label: 'Deine Platznummer',
    button: 'Nachrechnen',
    rank: (before: string, early: string) => `Vor dieser Nummer lagen etwa ${before} von ${early} Plätzen.`,
    wrong: 'Eine Platznummer hat 32 Zeichen: 0 bis 9 und a bis f.',
  },
  en: {
    title: 'The draw',
    lead: 'Whoever was here before the opening was drawn: the secret number and each place number make a lot, and the smallest comes first. The checksum was fixed beforehand.',
    none: 'There was no draw here: people are let in as they arrive.',
    hash: 'Checksum (SHA-256)',
    seed: 'Secret number',
    secret: 'will be published at the opening',
    early: 'Places before the opening',
    fits: 'Checked: the number fits the checksum.',
    differs: 'The number does not fit the checksum.',
    label: 'Your place number',
    button: 'Check',
    rank: (before: string, early: string) => `About ${before} of ${early} places came before this number.`,
    wrong: 'A place number has 32 characters: 0 to 9 and a to f.',
  },
} satisfies Record<Locale, object>

async function lotteryOf(http: EdgeContext): Promise<PublishedLottery | null> {
  const key = `${http.req.param('scope')}/${http.req.param('id')}`
  if (!(await roomByKey(openDatabase(http.env.DB), key))) return null
  const { room, seedHash, seed, opensAt, early, drawThreshold } = await queueStatus(edgeRequestOf(http), key)
  return { room, seedHash, seed, opensAt, early, drawThreshold }
}

/** `GET /queue/{scope}/{id}/draw.json` */
export async function serveLottery(http: EdgeContext): Promise<Response> {
  const lottery = await lotteryOf(http)
  if (!lottery) return http.json({ code: 'NOT_FOUND' }, 404)
  return http.json(lottery, 200, { 'cache-control': 'public, max-age=2' })
}

/** `GET /queue/{scope}/{id}/draw?place=…`. Below the path of a band's shop, the page has that shop's design. */
export async function serveLotteryPage(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  const host = shopOfRequest(new URL(http.req.url), edge.shops)
  if (host.kind === 'redirect') return http.redirect(host.location, host.status)
  const lottery = host.kind === 'shop' && host.path.startsWith('/queue/') ? await lotteryOf(http) : null
  if (host.kind !== 'shop' || !lottery) return http.text('Not found', 404)
  const locale = localeOf(http, host.shop)
  const page = await plainPage(http.env, host.shop, locale, TEXTS[locale].title, contentOf(lottery, locale, http))
  return http.body(page, 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
}

function contentOf(lottery: PublishedLottery, locale: Locale, http: EdgeContext): string {
  const text = TEXTS[locale]
  if (lottery.seedHash === '') return `<p>${escapeHtml(text.none)}</p>`
  const number = (value: number) => formatNumber(value, locale)
  const asked = http.req.query('place')?.trim() ?? ''
  const isEntryId = /^[0-9a-f]{32}$/.test(asked)
  const checked = verifyLottery(lottery, isEntryId ? asked : null, Date.now())
  const facts = [
    [text.hash, lottery.seedHash],
    [text.seed, lottery.seed ?? text.secret],
    [text.early, number(lottery.early)],
  ] as const
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  const verdict = checked.ok ? text.fits : checked.problem === 'hash differs' ? text.differs : ''
  const rank = checked.ok && checked.before !== null ? text.rank(number(checked.before), number(lottery.early)) : ''
  const wrong = asked !== '' && !isEntryId
  const form =
    lottery.seed === null
      ? ''
      : `<form method="get"><label for="place">${escapeHtml(text.label)}</label><input id="place" name="place" value="${escapeHtml(asked.slice(0, 64))}" maxlength="64" autocomplete="off" spellcheck="false"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>${wrong ? `<p id="wrong" role="alert">${escapeHtml(text.wrong)}</p>` : ''}<button type="submit">${escapeHtml(text.button)}</button></form>`
  const results = [verdict, rank].filter(Boolean).map((line) => `<p><strong>${escapeHtml(line)}</strong></p>`)
  return `<p>${escapeHtml(text.lead)}</p><dl>${list}</dl>${results.join('')}${form}`
}
