import { describe, expect, it } from 'vitest'
import {
  ANSWER_LIFETIME,
  CATALOGUE_LIFETIME,
  leastOfPart,
  nextMoment,
  shareOf,
  stateByAge,
  stateOfAnswer,
  stateOfPart,
  stateOfVersion,
} from '../../../../worker/services/cache/cache-lifetime.ts'
import { shareOfKey } from '../../../../worker/services/cache/public-answer.ts'

const AT = 1_800_000_000_000
/** While the database answers, an answer of the former version is served for less than five seconds after an import. */
const THRESHOLD_MS = 5_000
const SHARES = [0, 0.01, 0.5, 0.99, 1]

describe('cached answer', () => {
  it('turns from fresh to stale, old and gone with age, and is old after the clock was set back', () => {
    const lifetime = { freshMs: 10, staleMs: 20, lastMs: 30 }
    const ages = [0, 9, 10, 19, 20, 29, 30].map((age) => stateByAge(AT, lifetime, AT + age))
    expect(ages).toEqual(['fresh', 'fresh', 'stale', 'stale', 'old', 'old', 'gone'])
    expect(stateByAge(AT + 60_000, lifetime, AT)).toBe('old')
  })

  it('of the former version is neither fresh nor stale five seconds after an import, whenever the version was last read', () => {
    const { staleMs } = CATALOGUE_LIFETIME
    for (const share of SHARES)
      for (let readBefore = 0; readBefore <= staleMs; readBefore += 50) {
        // The catalogue version was last read `readBefore` ms before the import. The answer is 1 ms older than the import.
        const importedAt = AT
        const former = nextMoment(null, 7, importedAt - readBefore)
        const current = nextMoment(former, 8, importedAt + 1)
        for (let now = importedAt; now < importedAt + 3 * THRESHOLD_MS; now += 50) {
          // An isolate that has not seen the import uses the former version until its last read is too old.
          const moment = stateByAge(former.at, CATALOGUE_LIFETIME, now) === 'old' ? current : former
          const state = stateOfAnswer({ version: 7, at: importedAt - 1 }, moment, share, now)
          if (state === 'fresh' || state === 'stale') expect(now - importedAt).toBeLessThan(THRESHOLD_MS)
        }
      }
  })

  it('is renewed within half a minute without an import, each key after its own time', () => {
    const moment = nextMoment(null, 7, AT)
    const renewedAt = SHARES.map((share) => {
      for (let age = 0; ; age += 10)
        if (stateOfAnswer({ version: 7, at: AT }, moment, share, AT + age) !== 'fresh') return age
    })
    expect(Math.max(...renewedAt)).toBeLessThan(ANSWER_LIFETIME.staleMs)
    expect(Math.min(...renewedAt)).toBe(ANSWER_LIFETIME.freshMs)
    expect(new Set(renewedAt).size).toBe(SHARES.length)
    expect(stateOfAnswer({ version: 7, at: AT }, moment, 0, AT + ANSWER_LIFETIME.staleMs)).toBe('old')
  })

  it('is used as a part of a page only if it is young enough for a fresh page and its version is not too low', () => {
    const moment = nextMoment(nextMoment(null, 7, AT), 8, AT + 100)
    for (const share of SHARES) {
      const early = leastOfPart(moment, share, AT + 10)
      const late = leastOfPart(moment, share, AT + THRESHOLD_MS)
      expect([early.version, late.version]).toEqual([7, 8])
      expect(AT + THRESHOLD_MS - late.at).toBeLessThan(ANSWER_LIFETIME.freshMs)
      expect(stateOfPart({ version: 7, at: AT }, moment, share, AT + THRESHOLD_MS)).toBe('old')
      expect(stateOfPart({ version: 8, at: AT + 100 }, moment, share, AT + THRESHOLD_MS)).toBe('fresh')
    }
  })
})

describe('answer that changes only by imports', () => {
  const moment = nextMoment(nextMoment(null, 7, AT), 8, AT + 100)
  const statesOf = (share: number | null) =>
    [100, 700, 3_000, 4_800, 4_900].map((after) => stateOfVersion({ version: 7, at: AT }, moment, share, AT + after))

  it('of the former version is fresh until its refill moment, then stale, and old after 4.85 seconds', () => {
    expect(statesOf(0)).toEqual(['fresh', 'fresh', 'stale', 'stale', 'old'])
    expect(statesOf(1)).toEqual(['fresh', 'fresh', 'fresh', 'stale', 'old'])
    expect(stateOfVersion({ version: 6, at: AT }, moment, 0, AT + 3_000)).toBe('old')
  })

  it('of the former version is old at once if `share` is null, as it is for a shop’s password', () => {
    expect(new Set(statesOf(null))).toEqual(new Set(['old']))
  })
})

it('shareOfKey gives one share to all languages and devices of an answer', () => {
  const shares = ['\nde|', '\nen|', '\nde|touch', ''].map((end) => shareOfKey(`page|https://a.example/events/x${end}`))
  expect(new Set(shares).size).toBe(1)
  expect(shareOfKey('page|https://a.example/events/y\nde|')).not.toBe(shares[0])
})

it('shareOf spreads keys evenly', () => {
  const bins = new Array<number>(10).fill(0)
  for (let index = 0; index < 10_000; index++) {
    const bin = Math.floor(shareOf(`answer|http://localhost/band-${index % 80}|${index}|de|{}`) * 10)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  expect(Math.min(...bins)).toBeGreaterThan(900)
})
