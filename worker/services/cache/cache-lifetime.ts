/**
 * How long what is cached may be sent. Everything cached says when its source was read (`at`) and for which version of the
 * catalogue, and takes both along from tier to tier: an answer that passes three caches is no older than one in the first,
 * because each tier judges it by the same clock reading.
 *
 * After an import no answer is older than five seconds: the version is known everywhere CATALOGUE_LIFETIME.staleMs after it
 * was raised, and answers of the former version are sent until FORMER_ANSWER_MS after it was last seen to stand. The
 * rest of the five seconds is for filling and sending.
 */
const SECOND = 1_000

export type Cached = { version: number; at: number }

/** What answers are judged by: the version read at `at`, and the last moment at which the one before it was read. */
export type CatalogueMoment = Cached & { formerVersion: number; formerAt: number }

/**
 * Milliseconds since the source was read. Fresh is sent. Stale is sent while one request fills it anew. Old is sent where the source is
 * out of reach, up to `lastMs`.
 */
export type Lifetime = { freshMs: number; staleMs: number; lastMs: number }

/** A `gone` entry is never sent. */
export type CacheState = 'fresh' | 'stale' | 'old' | 'gone'

/** A database that is out of reach for longer is no moment any more: then the shop says so. */
const LAST_MS = 30 * 60 * SECOND

/** Lifetime of the catalogue version and the waiting rooms. */
export const CATALOGUE_LIFETIME: Lifetime = { freshMs: 0.6 * SECOND, staleMs: 1.3 * SECOND, lastMs: LAST_MS }
/** Lifetime of finished answers: stock and clock change them without an import. */
export const ANSWER_LIFETIME: Lifetime = { freshMs: 22 * SECOND, staleMs: 30 * SECOND, lastMs: LAST_MS }
/**
 * Answers that go into others, and those that the shield hands out: so young that whatever is filled from them is
 * fresh again.
 */
const PART_LIFETIME: Lifetime = { freshMs: 12 * SECOND, staleMs: 21 * SECOND, lastMs: LAST_MS }
/** How far the clocks of two machines may differ. What is further ahead was written by a clock that has been set back. */
export const CLOCK_SKEW_MS = SECOND

/** How long the former version's answers may be sent after the last moment at which that version stood. */
const FORMER_ANSWER_MS = 4.85 * SECOND
/**
 * From then until then they are filled anew, each key at a moment of its own, so that an import is no rush on the
 * database. Not before the version is known in most locations: their fills would all come at that moment.
 */
const REFILL_FROM_MS = 0.8 * SECOND
const REFILL_UNTIL_MS = 4.75 * SECOND
/** A page and an answer may be made of the same part, and the first of them reads it: this power of their shares evens that out. */
const EVEN = 0.7

export function stateByAge(at: number, { freshMs, staleMs, lastMs }: Lifetime, now: number): CacheState {
  const age = now - at
  if (age < -CLOCK_SKEW_MS) return 'old'
  return age < freshMs ? 'fresh' : age < staleMs ? 'stale' : age < lastMs ? 'old' : 'gone'
}

/** A finished answer. `share` is its key's, from 0 to 1: keys filled together are not filled anew together. */
export function stateOfAnswer(answer: Cached, catalogue: CatalogueMoment, share: number, now: number): CacheState {
  const byAge = stateByAge(answer.at, spread(ANSWER_LIFETIME, share), now)
  if (answer.version >= catalogue.version || byAge === 'old' || byAge === 'gone') return byAge
  const since = now - catalogue.formerAt
  if (answer.version !== catalogue.formerVersion || since >= FORMER_ANSWER_MS) return 'old'
  return since < refillMs(share) ? byAge : 'stale'
}

/**
 * An answer that goes into another one, whose share decides: until its moment to be filled anew it may be made of the former version
 * (and then bears that version), afterwards of the present one alone.
 */
export function stateOfPart(part: Cached, catalogue: CatalogueMoment, share: number, now: number): CacheState {
  const least = leastOfPart(catalogue, share, now)
  const byAge = stateByAge(part.at, { ...PART_LIFETIME, staleMs: now - least.at, freshMs: now - least.at }, now)
  return byAge === 'gone' || part.version >= least.version ? byAge : 'old'
}

/** What a part must be at least; the shield gives no less. */
export function leastOfPart(catalogue: CatalogueMoment, share: number, now: number): Cached {
  return { version: leastVersion(catalogue, share, now), at: now - spread(PART_LIFETIME, share).freshMs }
}

/**
 * What changes by imports alone: of the present version, or of the one before until its share's moment to be read anew,
 * and while it is.
 */
export function stateOfVersion(
  { version }: Cached,
  catalogue: CatalogueMoment,
  share: number | null,
  now: number,
): CacheState {
  if (version >= leastVersion(catalogue, share, now)) return 'fresh'
  const isSent = share !== null && version === catalogue.formerVersion && now - catalogue.formerAt < FORMER_ANSWER_MS
  return isSent ? 'stale' : 'old'
}

/** `share: null` is for values that must never be older than the version. */
export function leastVersion(catalogue: CatalogueMoment, share: number | null, now: number): number {
  const { version, formerVersion, formerAt } = catalogue
  return share !== null && now - formerAt < refillMs(share) ? formerVersion : version
}

/**
 * Fresh up to a moment of each isolate's own, so that those of a location do not find a thing stale together; `share` is
 * the isolate's, from 0 to 1.
 */
export function lifetimeOfIsolate({ freshMs, staleMs, lastMs }: Lifetime, share: number): Lifetime {
  return { freshMs: freshMs + fewEarly(share) * 0.8 * (staleMs - freshMs), staleMs, lastMs }
}

/** From 0 to 1: few are early, since all that come before the first one's lease can be seen ask as well. */
export function fewEarly(share: number): number {
  return share ** 0.25
}

/** Fresh for longer, the smaller the share. */
function spread({ freshMs, staleMs, lastMs }: Lifetime, share: number): Lifetime {
  return { freshMs: freshMs + (1 - share) * 0.9 * (staleMs - freshMs), staleMs, lastMs }
}

/** Milliseconds after the former version was last seen to stand. */
function refillMs(share: number): number {
  return REFILL_FROM_MS + share ** EVEN * (REFILL_UNTIL_MS - REFILL_FROM_MS)
}

/** The moment after `former`, with the version that was read at `at`. */
export function nextMoment(former: CatalogueMoment | null, version: number, at: number): CatalogueMoment {
  if (!former || former.version > version) return { version, at, formerVersion: version, formerAt: at }
  if (former.version === version) return { version, at, formerVersion: former.formerVersion, formerAt: former.formerAt }
  return { version, at, formerVersion: former.version, formerAt: former.at }
}

/** A text's place between 0 and 1, evenly spread (FNV-1a, mixed once more for short texts). */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
