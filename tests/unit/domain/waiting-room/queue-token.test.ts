import { describe, expect, it } from 'vitest'
import {
  type CarriedPass,
  isSilent,
  passEndsAt,
  readEntry,
  readPass,
  renewed,
  writeEntry,
  writePass,
} from '../../../../worker/domain/waiting-room/queue-token.ts'
import { ACTIVE_MS, LONGEST_PASS_MS, PASS_MS } from '../../../../worker/domain/waiting-room/waiting-room.ts'

const NOW = Date.UTC(2100, 0, 1)
/** A cart that the browser received a minute before the queue entry. */
const own = { id: 'crt_1', givenAt: NOW - 60_000 }
const entry = { room: 'event/evt_1', id: 'a'.repeat(32), joinedAt: NOW }
const pass: CarriedPass = { room: 'event/evt_1', entryId: entry.id, cartId: 'crt_1', since: NOW, heardAt: NOW }

describe('queue entries', () => {
  it('SES-04 are valid only in their own waiting room, and only for their own cart', () => {
    const text = writeEntry('secret', entry, 'crt_1')
    expect(readEntry('secret', entry.room, [own], text)).toEqual({ ok: true, token: { entry, cartId: 'crt_1' } })
    expect(readEntry('secret', 'event/evt_2', [own], text)).toEqual({ ok: false, fault: 'foreign' })
    expect(readEntry('secret', entry.room, [{ ...own, id: 'crt_2' }], text)).toEqual({ ok: false, fault: 'foreign' })
    const another = { ...own, id: 'crt_2' }
    expect(readEntry('secret', entry.room, [another, own], text)).toMatchObject({ ok: true })
    expect(readEntry('secret', entry.room, [], text)).toEqual({ ok: false, fault: 'foreign' })
  })

  it('SES-04 are also valid for another cart that the browser received within 30 seconds before or after the entry', () => {
    const text = writeEntry('secret', entry, 'crt_1')
    const read = (givenAt: number) => readEntry('secret', entry.room, [{ id: 'crt_2', givenAt }], text).ok
    expect([NOW - 30_000, NOW, NOW + 30_000].map(read)).toEqual([true, true, true])
    expect([NOW - 30_001, NOW + 30_001].map(read)).toEqual([false, false])
    expect(readEntry('secret', 'event/evt_2', [{ id: 'crt_2', givenAt: NOW }], text).ok).toBe(false)
  })

  it('SES-04 are rejected if any character is changed', () => {
    const text = writeEntry('secret', entry, 'crt_1')
    for (let index = 0; index < text.length; index++) {
      const changed = `${text.slice(0, index)}${text[index] === 'b' ? 'c' : 'b'}${text.slice(index + 1)}`
      expect(readEntry('secret', entry.room, [own], changed)).toEqual({ ok: false, fault: 'forged' })
    }
    for (const nothing of ['', '|', 'place', `${text}|`]) {
      expect(readEntry('secret', entry.room, [own], nothing).ok).toBe(false)
    }
  })
})

describe('passes', () => {
  it('SES-04 are valid only for their cart until they expire, and cannot be used as queue entries', () => {
    const text = writePass('secret', pass)
    expect(readPass('secret', pass.room, 'crt_1', text, NOW)).toEqual({ ok: true, token: pass })
    expect(readPass('secret', pass.room, 'crt_2', text, NOW)).toEqual({ ok: false, fault: 'foreign' })
    expect(readPass('secret', pass.room, null, text, NOW)).toEqual({ ok: false, fault: 'foreign' })
    expect(readPass('secret', pass.room, 'crt_1', text, NOW + PASS_MS)).toEqual({ ok: false, fault: 'expired' })
    expect(readEntry('secret', pass.room, [own], text)).toEqual({ ok: false, fault: 'forged' })
    expect(readPass('secret', pass.room, 'crt_1', writeEntry('secret', entry, 'crt_1'), NOW).ok).toBe(false)
  })

  it('SES-04 are extended by each heartbeat up to an hour, and never shortened', () => {
    const endAfter = (elapsed: number) => passEndsAt(renewed(pass, NOW + elapsed))
    expect(endAfter(60_000)).toBe(NOW + 60_000 + PASS_MS)
    expect(endAfter(LONGEST_PASS_MS - 60_000)).toBe(NOW + LONGEST_PASS_MS)
    expect(endAfter(-60_000)).toBe(NOW + PASS_MS)
  })

  it('SES-04 are silent if their last heartbeat is at least as old as the activity period', () => {
    expect([isSilent(pass, NOW + ACTIVE_MS - 1), isSilent(pass, NOW + ACTIVE_MS)]).toEqual([false, true])
    expect(isSilent(renewed(pass, NOW + 60_000), NOW + ACTIVE_MS)).toBe(false)
  })
})
