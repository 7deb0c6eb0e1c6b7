import { expect, it } from 'vitest'
import type { QueueView } from '../../../../schema/waiting-room.ts'
import { GuardedEvent } from '../../../../web/waiting-room/guarded-event.tsx'
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

it('SES-03 names the shop that a visitor waits for, or the event, even without its other data', () => {
  expect(shown({})).toContain('Stagedoor</p>')
  expect(shown({ scope: 'catalogue' })).toContain('Stagedoor</p>')
  expect(shown({ scope: 'event', eventName: 'Klubnacht' })).toContain('Klubnacht</p>')
  expect(shown({ scope: 'event', eventName: 'Klubnacht' })).not.toContain('Stagedoor')
  expect(shopMarkup(<GuardedEvent queue={null} />)).toContain('Stagedoor</p>')
})
