/** Serves the calendar file of an event that the shop shows. */
import { cityName } from '../../schema/rules/city-name.ts'
import { showsDate } from '../../schema/rules/event-sale.ts'
import { eventTitle } from '../../schema/subject-title.ts'
import { eventBySlug } from '../db/event.ts'
import { calendarFile, placeText } from '../mail/calendar.ts'
import { isUnlocked } from './access.ts'
import { shopOfApi } from './api-shop.ts'
import type { EdgeContext } from './edge-context.ts'
import { localeOf, readEdge, shopContext } from './shop-context.ts'
import { mayRead, READ_TRIES_SECONDS } from './uncached-reads.ts'

const HEADERS = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

export async function serveEventCalendar(http: EdgeContext): Promise<Response> {
  const edge = await readEdge(http)
  const { slug = '', event: eventSlug = '' } = http.req.param()
  const shopPath = edge.failed ? null : shopOfApi(edge, new URL(http.req.url), slug)
  if (!shopPath || !(await isUnlocked(http, shopPath.shop))) return http.text('Not found', 404, HEADERS)
  const context = shopContext(http, edge, shopPath, localeOf(http, shopPath.shop))
  if (!(await mayRead(http.env, context)))
    return http.text('Too many requests', 429, { ...HEADERS, 'retry-after': String(READ_TRIES_SECONDS) })
  const [found] = await context.reads.ask(eventBySlug(context.db, context.range, eventSlug))
  if (!found) return http.text('Not found', 404, HEADERS)
  const { event, venue } = found
  // EVL-04: a hidden date must not be revealed by a file. EVT-14: a postponed event may have no date yet.
  if (!showsDate(event)) return http.text('Not found', 404, HEADERS)
  const file = calendarFile({
    uid: event.id,
    title: eventTitle({
      descriptiveName: event.descriptiveName[context.locale],
      venue: { city: cityName(venue.city, context.locale), postalCity: venue.city },
      day: null,
    }),
    place: placeText(venue),
    startAt: event.happeningFromAt,
    endAt: event.happeningUntilAt,
    url: `${context.origin}${context.basePath}/events/${event.slug}`,
    now: context.now,
  })
  const name = `${event.slug.replace(/[^\w-]/g, '_')}.ics`
  return http.body(file, 200, {
    ...HEADERS,
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  })
}
