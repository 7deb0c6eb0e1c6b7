/** The lottery is fair. Anyone can recompute it from the published data and detect a changed seed. */
import { describe, expect, it } from 'vitest'
import {
  newLottery,
  type PublishedLottery,
  rankOf,
  verifyLottery,
} from '../../../../worker/domain/waiting-room/lottery.ts'
import { chiSquare } from '../../../support/waiting-room-verdict.ts'

const ROOM = 'event/evt_1'
const SEED = 'ab'.repeat(32)

describe('lottery ranks', () => {
  it.each([1, 2, 3])('SES-04 are spread evenly over 100 bins (seed of 32 bytes with the value %i)', (byte) => {
    const { seed } = newLottery(new Uint8Array(32).fill(byte))
    const bins = new Array<number>(100).fill(0)
    for (let index = 0; index < 50_000; index++) {
      const bin = Math.floor(rankOf(seed, { room: ROOM, id: `entry-${index}` }) * 100)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    expect(bins).toHaveLength(100)
    // With 99 degrees of freedom, chi-square exceeds 148.23 once in a thousand fair lotteries.
    expect(chiSquare(bins)).toBeLessThan(148.23)
  })

  it('SES-04 are the first 48 bits of HMAC-SHA256(seed, room/id), divided by 2^48', async () => {
    const secret = Uint8Array.from(SEED.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${ROOM}/one`))
    let bits = 0
    for (const byte of new Uint8Array(mac).slice(0, 6)) bits = bits * 256 + byte
    expect(rankOf(SEED, { room: ROOM, id: 'one' })).toBe(bits / 2 ** 48)
  })

  it('SES-04 differ by waiting room and by seed', () => {
    const rank = rankOf(SEED, { room: ROOM, id: 'one' })
    expect(rankOf(SEED, { room: 'event/evt_2', id: 'one' })).not.toBe(rank)
    expect(rankOf(newLottery().seed, { room: ROOM, id: 'one' })).not.toBe(rank)
  })
})

describe('published lottery', () => {
  const lottery = newLottery(new Uint8Array(32).fill(9))
  const published: PublishedLottery = { room: ROOM, ...lottery, opensAt: 1000, early: 500, drawThreshold: 0.5 }

  it('SES-04 matches its hash and gives an entry its rank', () => {
    const rank = rankOf(lottery.seed, { room: ROOM, id: 'one' })
    expect(verifyLottery(published, 'one', 1000)).toEqual({ ok: true, rank, before: Math.floor(rank * 500) })
    expect(verifyLottery(published, null, 1000)).toEqual({ ok: true, rank: null, before: null })
  })

  it('SES-04 is rejected before the opening, without a well-formed seed and with another seed', () => {
    expect(verifyLottery(published, 'one', 999)).toEqual({ ok: false, problem: 'not opened' })
    expect(verifyLottery({ ...published, seed: null }, 'one', 1000)).toEqual({ ok: false, problem: 'seed missing' })
    expect(verifyLottery({ ...published, seed: 'zz' }, 'one', 1000)).toEqual({ ok: false, problem: 'seed missing' })
    expect(verifyLottery({ ...published, seed: SEED }, 'one', 1000)).toEqual({ ok: false, problem: 'hash differs' })
  })
})
