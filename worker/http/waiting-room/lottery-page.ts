/**
 * The published draw of a waiting room, for machines as `draw.json` and for people as a page that checks it: the announced
 * hash against the seed, and where a place number stood. It stays when the room is closed, so that it can be checked later.
 */
import type { Locale } from '../../../schema/locale.ts'
import { openDatabase } from '../../db/database.ts'
import { roomByKey } from '../../db/waiting-room.ts'
import { shopOfRequest } from '../../domain/catalogue/shop-host.ts'
import { type PublishedDraw, verifyDraw } from '../../domain/waiting-room/lottery.ts'
import { queueStatus } from '../../services/waiting-room/queue-status.ts'
import { escapeHtml, plainPage } from '../plain-page.ts'
import { type EdgeContext, edgeRequestOf, localeOf, readEdge } from '../shop-context.ts'

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

async function drawOf(http: EdgeContext): Promise<PublishedDraw | null> {
  const key = `${http.req.param('scope')}/${http.req.param('id')}`
  if (!(await roomByKey(openDatabase(http.env.DB), key))) return null
  const { room, seedHash, seed, opensAt, early, drawThreshold } = await queueStatus(edgeRequestOf(http), key)
  return { room, seedHash, seed, opensAt, early, drawThreshold }
}

/** `GET /queue/{scope}/{id}/draw.json` */
export async function serveDraw(http: EdgeContext): Promise<Response> {
  const draw = await drawOf(http)
  if (!draw) return http.json({ code: 'NOT_FOUND' }, 404)
  return http.json(draw, 200, { 'cache-control': 'public, max-age=2' })
}

/** `GET /queue/{scope}/{id}/draw?place=…`, behind the path of a band's shop too: then the page is the band's. */
export async function serveDrawPage(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  const host = shopOfRequest(new URL(http.req.url), edge.shops)
  if (host.kind === 'redirect') return http.redirect(host.location, host.status)
  const draw = host.kind === 'shop' && host.path.startsWith('/queue/') ? await drawOf(http) : null
  if (host.kind !== 'shop' || !draw) return http.text('Not found', 404)
  const locale = localeOf(http, host.shop)
  const page = await plainPage(http.env, host.shop, locale, TEXTS[locale].title, contentOf(draw, locale, http))
  return http.body(page, 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
}

function contentOf(draw: PublishedDraw, locale: Locale, http: EdgeContext): string {
  const text = TEXTS[locale]
  if (draw.seedHash === '') return `<p>${escapeHtml(text.none)}</p>`
  const number = (value: number) => value.toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB')
  const asked = http.req.query('place')?.trim() ?? ''
  const isPlace = /^[0-9a-f]{32}$/.test(asked)
  const checked = verifyDraw(draw, isPlace ? asked : null, Date.now())
  const facts = [
    [text.hash, draw.seedHash],
    [text.seed, draw.seed ?? text.secret],
    [text.early, number(draw.early)],
  ] as const
  const list = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  const verdict = checked.ok ? text.fits : checked.problem === 'hash differs' ? text.differs : ''
  const rank = checked.ok && checked.before !== null ? text.rank(number(checked.before), number(draw.early)) : ''
  const wrong = asked !== '' && !isPlace
  const form =
    draw.seed === null
      ? ''
      : `<form method="get"><label for="place">${escapeHtml(text.label)}</label><input id="place" name="place" value="${escapeHtml(asked.slice(0, 64))}" maxlength="64" autocomplete="off" spellcheck="false"${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>${wrong ? `<p id="wrong" role="alert">${escapeHtml(text.wrong)}</p>` : ''}<button type="submit">${escapeHtml(text.button)}</button></form>`
  const said = [verdict, rank].filter(Boolean).map((line) => `<p><strong>${escapeHtml(line)}</strong></p>`)
  return `<p>${escapeHtml(text.lead)}</p><dl>${list}</dl>${said.join('')}${form}`
}
