import { describe, expect, it } from 'vitest'
import {
  type CarriedPass,
  LONGEST_PASS_MS,
  readPass,
  readPlace,
  renewed,
  writePass,
  writePlace,
} from '../../../worker/domain/queue-token.ts'
import { PASS_MS, PLACE_MS } from '../../../worker/domain/waiting-room.ts'

const NOW = Date.UTC(2100, 0, 1)
const place = { room: 'event/evt_1', id: 'a'.repeat(32), joinedAt: NOW }
const pass: CarriedPass = { room: 'event/evt_1', placeId: place.id, cartId: 'crt_1', since: NOW, until: NOW + PASS_MS }

describe('places', () => {
  it('SES-04 read back as they were written, in their room and their time', () => {
    const text = writePlace('secret', place)
    expect(readPlace('secret', place.room, text, NOW)).toEqual({ ok: true, token: place })
    expect(readPlace('secret', 'event/evt_2', text, NOW)).toEqual({ ok: false, fault: 'foreign' })
    expect(readPlace('secret', place.room, text, NOW + PLACE_MS)).toEqual({ ok: false, fault: 'expired' })
  })

  it('SES-04 with any character changed are none', () => {
    const text = writePlace('secret', place)
    for (let index = 0; index < text.length; index++) {
      const changed = `${text.slice(0, index)}${text[index] === 'b' ? 'c' : 'b'}${text.slice(index + 1)}`
      expect(readPlace('secret', place.room, changed, NOW)).toEqual({ ok: false, fault: 'forged' })
    }
    for (const nothing of ['', '|', 'place', `${text}|`]) {
      expect(readPlace('secret', place.room, nothing, NOW).ok).toBe(false)
    }
  })
})

describe('passes', () => {
  it('SES-04 let in the cart they were given to, and are no places', () => {
    const text = writePass('secret', pass)
    expect(readPass('secret', pass.room, 'crt_1', text, NOW)).toEqual({ ok: true, token: pass })
    expect(readPass('secret', pass.room, 'crt_2', text, NOW)).toEqual({ ok: false, fault: 'foreign' })
    expect(readPass('secret', pass.room, null, text, NOW)).toEqual({ ok: false, fault: 'foreign' })
    expect(readPass('secret', pass.room, 'crt_1', text, pass.until)).toEqual({ ok: false, fault: 'expired' })
    expect(readPlace('secret', pass.room, text, NOW)).toEqual({ ok: false, fault: 'forged' })
    expect(readPass('secret', pass.room, 'crt_1', writePlace('secret', place), NOW).ok).toBe(false)
  })

  it('SES-04 last longer with each heartbeat, an hour at most, and never shorter', () => {
    expect(renewed(pass, NOW + 60_000).until).toBe(NOW + 60_000 + PASS_MS)
    expect(renewed(pass, NOW + LONGEST_PASS_MS - 60_000).until).toBe(NOW + LONGEST_PASS_MS)
    expect(renewed(pass, NOW - 60_000).until).toBe(pass.until)
  })
})
