/**
 * How long cached entries may be sent. Every entry contains its catalogue version and the time when its source was read
 * (`at`). Every tier judges the entry by these two values, so the limits hold however many tiers an entry passes through.
 *
 * An import shows in every answer within five seconds. Every location knows the new version within
 * CATALOGUE_LIFETIME.staleMs. Answers of the former version are sent until FORMER_ANSWER_MS after that version was last read
 * as the current one. The rest of the five seconds is for filling and sending.
 */
const SECOND = 1_000

export type Cached = { version: number; at: number }

/**
 * The versions by which answers are judged: the current version, which was read at `at`, and the former version, which was
 * last read as the current one at `formerAt`.
 */
export type CatalogueMoment = Cached & { formerVersion: number; formerAt: number }

/**
 * Limits of an entry's age in milliseconds. A fresh entry is sent. A stale entry is sent while one request refills it. An
 * old entry is sent, up to `lastMs`, only if the source fails or is slow, or if the client may not cause a refill.
 */
export type Lifetime = { freshMs: number; staleMs: number; lastMs: number }

/** A `gone` entry is never sent. */
export type CacheState = 'fresh' | 'stale' | 'old' | 'gone'

/** If the database is unreachable for longer than this, the shop reports an error instead of sending older entries. */
const LAST_MS = 30 * 60 * SECOND

/** Lifetime of the catalogue version and the waiting rooms. */
export const CATALOGUE_LIFETIME: Lifetime = { freshMs: 0.6 * SECOND, staleMs: 1.3 * SECOND, lastMs: LAST_MS }
/** Lifetime of finished answers. It is short because stock and time change them without an import. */
export const ANSWER_LIFETIME: Lifetime = { freshMs: 22 * SECOND, staleMs: 30 * SECOND, lastMs: LAST_MS }
/**
 * Lifetime of answers that become part of other answers or that the origin shield returns. These answers must be young
 * enough that an entry filled from them is fresh.
 */
const PART_LIFETIME: Lifetime = { freshMs: 12 * SECOND, staleMs: 21 * SECOND, lastMs: LAST_MS }
/**
 * How far the clocks of two machines may differ. If an entry is further in the future, it was written before a clock was
 * set back.
 */
export const CLOCK_SKEW_MS = SECOND

/** How long answers of the former version may be sent after that version was last read as the current one. */
const FORMER_ANSWER_MS = 4.85 * SECOND
/**
 * After an import, answers of the former version are refilled between these two offsets from `formerAt`. Each key has its
 * own time, so that an import does not overload the database. Most locations know the new version before the first offset.
 * With an earlier first offset, a location that learns the version late would refill many keys at once.
 */
const REFILL_FROM_MS = 0.8 * SECOND
const REFILL_UNTIL_MS = 4.75 * SECOND
/**
 * Several answers may contain the same part. After an import, the answer with the smallest share is refilled first and reads
 * the part. Raising shares to this power makes early refills rarer, which spreads the reads of parts evenly.
 */
const SHARE_EXPONENT = 0.7

export function stateByAge(at: number, { freshMs, staleMs, lastMs }: Lifetime, now: number): CacheState {
  const age = now - at
  if (age < -CLOCK_SKEW_MS) return 'old'
  return age < freshMs ? 'fresh' : age < staleMs ? 'stale' : age < lastMs ? 'old' : 'gone'
}

/**
 * State of a finished answer. `share` is a number from 0 to 1 that is computed from the answer's key. It spreads the refills
 * of keys that were filled together.
 */
export function stateOfAnswer(answer: Cached, catalogue: CatalogueMoment, share: number, now: number): CacheState {
  const byAge = stateByAge(answer.at, spread(ANSWER_LIFETIME, share), now)
  if (answer.version >= catalogue.version || byAge === 'old' || byAge === 'gone') return byAge
  const since = now - catalogue.formerAt
  if (answer.version !== catalogue.formerVersion || since >= FORMER_ANSWER_MS) return 'old'
  return since < refillMs(share) ? byAge : 'stale'
}

/**
 * State of an answer that becomes part of another answer, such as a page. `share` is the share of that page. Before
 * the page's refill moment, the page may contain parts of the former version. If it does, it counts as an answer of the
 * former version. After that moment, it contains only parts of the current version.
 */
export function stateOfPart(part: Cached, catalogue: CatalogueMoment, share: number, now: number): CacheState {
  const least = leastOfPart(catalogue, share, now)
  const byAge = stateByAge(part.at, { ...PART_LIFETIME, staleMs: now - least.at, freshMs: now - least.at }, now)
  return byAge === 'gone' || part.version >= least.version ? byAge : 'old'
}

/** The lowest version and earliest time of a usable part; the shield returns nothing older. */
export function leastOfPart(catalogue: CatalogueMoment, share: number, now: number): Cached {
  return { version: leastVersion(catalogue, share, now), at: now - spread(PART_LIFETIME, share).freshMs }
}

/**
 * State of a value that only imports change. The current version is fresh, and so is the former version until the refill
 * moment of `share`. After that moment, the former version is stale until FORMER_ANSWER_MS has passed. If `share` is null,
 * the former version is old at once.
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

/** The lowest usable version. `share: null` is for values that must never be older than the current version. */
export function leastVersion(catalogue: CatalogueMoment, share: number | null, now: number): number {
  const { version, formerVersion, formerAt } = catalogue
  return share !== null && now - formerAt < refillMs(share) ? formerVersion : version
}

/**
 * The lifetime in one isolate. Its fresh period depends on the isolate's share, from 0 to 1, so that the isolates of a
 * location do not all find an entry stale at once.
 */
export function lifetimeOfIsolate({ freshMs, staleMs, lastMs }: Lifetime, share: number): Lifetime {
  return { freshMs: freshMs + fewEarly(share) * 0.8 * (staleMs - freshMs), staleMs, lastMs }
}

/**
 * Maps a uniform number from 0 to 1 so that few results are low. Every isolate that misses before the first isolate's lease
 * is visible fills the entry too, so only few isolates should come early.
 */
export function fewEarly(share: number): number {
  return share ** 0.25
}

/** The smaller the share, the longer the fresh period. */
function spread({ freshMs, staleMs, lastMs }: Lifetime, share: number): Lifetime {
  return { freshMs: freshMs + (1 - share) * 0.9 * (staleMs - freshMs), staleMs, lastMs }
}

/** The refill moment of a key, in milliseconds after the former version was last read as the current one. */
function refillMs(share: number): number {
  return REFILL_FROM_MS + share ** SHARE_EXPONENT * (REFILL_UNTIL_MS - REFILL_FROM_MS)
}

/** Returns the CatalogueMoment after `former`, once `version` has been read at `at`. */
export function nextMoment(former: CatalogueMoment | null, version: number, at: number): CatalogueMoment {
  if (!former || former.version > version) return { version, at, formerVersion: version, formerAt: at }
  if (former.version === version) return { version, at, formerVersion: former.formerVersion, formerAt: former.formerAt }
  return { version, at, formerVersion: former.version, formerAt: former.at }
}

/** Maps a text to a number between 0 and 1, evenly distributed (FNV-1a, mixed once more for short texts). */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
