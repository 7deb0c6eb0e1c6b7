/**
 * The cache questions for public answers, which are the same for every visitor. A question names the cache key and judges
 * whether a cached entry is still usable.
 */
import {
  CATALOGUE_LIFETIME,
  type Cached,
  type CacheState,
  type CatalogueMoment,
  lifetimeOfIsolate,
  shareOf,
  stateByAge,
  stateOfAnswer,
  stateOfPart,
  stateOfVersion,
} from './cache-lifetime.ts'
import type { Question } from './tiered-cache.ts'

/** How long a location's cache stores entries: as long as they may replace an unreachable source (`Lifetime.lastMs`). */
const STORED_SECONDS = 1_800

export const CATALOGUE_KEY = 'catalogue'
/**
 * Every location requests the catalogue state about once a second. The locations are therefore distributed over this many
 * keys, which may belong to different shields.
 */
const STATE_SHIELDS = 2
/** If another location has read the catalogue state at most this long ago, a location uses that state. */
const JUST_READ_MS = 300

type Filling = Pick<Question, 'fill' | 'allow' | 'waitUntil'>

/**
 * The question for the catalogue's version and rooms. Entries read before `since` are used only if the source
 * fails or is slow. `share` is this isolate's share, from 0 to 1.
 */
export function stateQuestion(since: number, share: number, filling: Filling): Question {
  const lifetime = lifetimeOfIsolate(CATALOGUE_LIFETIME, share)
  const judge = ({ at }: Cached, now: number): CacheState => {
    const state = stateByAge(at, lifetime, now)
    return at < since && state !== 'gone' ? 'old' : state
  }
  return { key: CATALOGUE_KEY, keepSeconds: STORED_SECONDS, judge, ...filling }
}

/** The shield key of values that all locations request at once: the state, and the shops after an import. */
export function shieldKeyFor(colo: string, key: string): string {
  return `${key}/${Math.floor(shareOf(colo) * STATE_SHIELDS)}`
}

export function leastOfState(since: number, now: number): Cached {
  return { version: 0, at: Math.max(since, now - JUST_READ_MS) }
}

/**
 * The question for an answer that is sent to visitors. For a few seconds after an import, the answer may be of the former
 * version.
 */
export function answerQuestion(key: string, moment: CatalogueMoment, filling: Filling): Question {
  return { key, keepSeconds: STORED_SECONDS, judge: judgeOfAnswer(key, moment), ...filling }
}

export function judgeOfAnswer(key: string, moment: CatalogueMoment): (answer: Cached, now: number) => CacheState {
  const share = shareOfKey(key)
  return (answer, now) => stateOfAnswer(answer, moment, share, now)
}

/**
 * The share of a key. It ignores the language and the device, which follow the line break, because the answers in all
 * languages are filled at once.
 */
export function shareOfKey(key: string): number {
  const end = key.indexOf('\n')
  return shareOf(end < 0 ? key : key.slice(0, end))
}

/** The question for an answer that becomes part of a page. `share` is the share of the page's key. */
export function partQuestion(key: string, share: number, moment: CatalogueMoment, filling: Filling): Question {
  const judge = (part: Cached, now: number) => stateOfPart(part, moment, share, now)
  return { key, keepSeconds: STORED_SECONDS, judge, ...filling }
}

/**
 * The question for a small value that only imports change. `share` is null if an import must take effect at once, for
 * example a new password of a shop.
 */
export function versionQuestion(
  key: string,
  share: number | null,
  moment: CatalogueMoment,
  filling: Filling,
): Question {
  const judge = (known: Cached, now: number) => stateOfVersion(known, moment, share, now)
  return { key, keepSeconds: STORED_SECONDS, judge, ...filling }
}
