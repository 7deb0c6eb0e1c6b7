import { expect, it } from 'vitest'
import type { QueueView } from '../../../../schema/waiting-room.ts'
import { GuardedEvent } from '../../../../web/waiting-room/guarded-event.tsx'
import { NOW, pageEvent } from '../../../support/page-event.ts'
import { tilePicture } from '../../../support/product-tile.ts'
import { shopMarkup } from '../shop-markup.tsx'

const QUEUE: QueueView = {
  scope: 'shop',
  room: 'shop/sh_1',
  phase: 'serving',
  entryId: 'a',
  opensAt: 0,
  eventName: null,
  isSoldOut: false,
  ticketsLeft: null,
  isCalled: false,
  ahead: 1,
  waitSeconds: 60,
  total: 2,
  seedHash: '',
  pollAfterSeconds: 3,
  checkKey: null,
  isLimited: false,
  note: null,
}
const shown = (change: Partial<QueueView>) => shopMarkup(<GuardedEvent queue={{ ...QUEUE, ...change }} />)

it('SES-03 shows the picture, date and venue of an event that a list of the page has, and artwork without a picture', () => {
  const card = (change: Partial<ReturnType<typeof pageEvent>>) => {
    const event = pageEvent(change)
    const answers = [{ hash: 'list', variables: {}, data: { events: { nodes: [{ slug: event.slug }, event] } } }]
    const queue = { ...QUEUE, scope: 'event', eventName: 'Klubnacht' } as const
    return shopMarkup(<GuardedEvent queue={queue} />, { path: event.href, answers })
  }
  const withPicture = card({ image: tilePicture('live') })
  for (const text of ['/images/live/', 'Klubnacht</p>', 'Nachtwerk</p>', '<time', 'Halle, Berlin'])
    expect(withPicture).toContain(text)
  expect(withPicture).not.toContain('artwork')
  expect(card({ image: null })).toContain('artwork')
  expect(card({ meta: { hideDate: true } })).not.toContain('<time')
  // The date of a postponed event without a new one is the former one.
  expect(card({ status: 'postponed' })).not.toContain('<time')
  expect(card({ status: 'postponed', meta: { former_date: NOW } })).toContain('<time')
})

it('SES-03 names the shop that a visitor waits for, or the event, even without its other data', () => {
  expect(shown({})).toContain('Stagedoor</p>')
  expect(shown({ scope: 'catalogue' })).toContain('Stagedoor</p>')
  expect(shown({ scope: 'event', eventName: 'Klubnacht' })).toContain('Klubnacht</p>')
  expect(shown({ scope: 'event', eventName: 'Klubnacht' })).not.toContain('Stagedoor')
  expect(shopMarkup(<GuardedEvent queue={null} />)).toContain('Stagedoor</p>')
})
