/**
 * How finished answers that are the same for everybody pass the tiers: as an answer of their own, or as a part of a page.
 * Only a part is made from the database, and while that answers in time, only by the one request of all locations that the
 * origin shield lets through.
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

/** As long as it may stand in for a source out of reach. */
const HALF_AN_HOUR = 1_800

export const CATALOGUE_KEY = 'catalogue'
/** Every location asks for it each second: the shields of this many keys share the locations. */
const STATE_SHIELDS = 2
/** A version that another location has just read is as good as one's own. */
const JUST_READ_MS = 300

type Filling = Pick<Question, 'fill' | 'allow' | 'waitUntil'>

/** The catalogue's version and rooms. `since`: what was read earlier does not count. `share` is the isolate's, from 0 to 1. */
export function stateQuestion(since: number, share: number, filling: Filling): Question {
  const lifetime = lifetimeOfIsolate(CATALOGUE_LIFETIME, share)
  const judge = ({ at }: Cached, now: number): CacheState => {
    const state = stateByAge(at, lifetime, now)
    return at < since && state !== 'gone' ? 'old' : state
  }
  return { key: CATALOGUE_KEY, keepSeconds: HALF_AN_HOUR, judge, ...filling }
}

/** Under which the shields know, for a location, what all locations ask for at once: the state, and the shops after an import. */
export function shieldKeyFor(colo: string, key: string): string {
  return `${key}/${Math.floor(shareOf(colo) * STATE_SHIELDS)}`
}

export function leastOfState(since: number, now: number): Cached {
  return { version: 0, at: Math.max(since, now - JUST_READ_MS) }
}

/** An answer for visitors. For seconds after an import it may be of the former version. */
export function answerQuestion(key: string, moment: CatalogueMoment, filling: Filling): Question {
  return { key, keepSeconds: HALF_AN_HOUR, judge: judgeOfAnswer(key, moment), ...filling }
}

export function judgeOfAnswer(key: string, moment: CatalogueMoment): (answer: Cached, now: number) => CacheState {
  const share = shareOfKey(key)
  return (answer, now) => stateOfAnswer(answer, moment, share, now)
}

/** A key's language and device come after its line break: an answer is filled in all languages at once. */
export function shareOfKey(key: string): number {
  const end = key.indexOf('\n')
  return shareOf(end < 0 ? key : key.slice(0, end))
}

/** An answer that goes into a page; `share` is the page's. */
export function partQuestion(key: string, share: number, moment: CatalogueMoment, filling: Filling): Question {
  const judge = (part: Cached, now: number) => stateOfPart(part, moment, share, now)
  return { key, keepSeconds: HALF_AN_HOUR, judge, ...filling }
}

/** Something small that changes by imports alone. `share: null` where what was closed must not stay open for a moment. */
export function versionQuestion(
  key: string,
  share: number | null,
  moment: CatalogueMoment,
  filling: Filling,
): Question {
  const judge = (known: Cached, now: number) => stateOfVersion(known, moment, share, now)
  return { key, keepSeconds: HALF_AN_HOUR, judge, ...filling }
}
