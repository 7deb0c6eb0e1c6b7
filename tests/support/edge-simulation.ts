/**
 * Simulates one minute of a presale in virtual time. Fans open pages and send queries, isolates start and end, and an import
 * raises the catalogue version. The worker's real code decides which answers are cached and for how long. Three properties
 * of the platform are simulated: the distribution of isolates over locations, the delays of the Cache API, and the distances
 * to the database and to the origin shields (`worker/durable/origin-shield.ts`).
 */
import { AnswerMemory } from '../../worker/services/cache/answer-memory.ts'
import {
  type Cached,
  type CatalogueMoment,
  leastOfPart,
  leastVersion,
  nextMoment,
  shareOf,
} from '../../worker/services/cache/cache-lifetime.ts'
import {
  answerQuestion,
  CATALOGUE_KEY,
  judgeOfAnswer,
  leastOfState,
  partQuestion,
  shareOfKey,
  shieldKeyFor,
  stateQuestion,
  versionQuestion,
} from '../../worker/services/cache/public-answer.ts'
import { fillThrough, type OriginShieldApi, SHIELDS, ShieldStore } from '../../worker/services/cache/shield-store.ts'
import {
  type Entry,
  type Filled,
  type LocationCache,
  type Question,
  TieredCache,
} from '../../worker/services/cache/tiered-cache.ts'
import { Random } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'

export type EdgeScenario = {
  /** The number of fans in the minute. The minute before has a fiftieth as many. */
  fans: number
  locations: number
  isolates: number
  /** The mean lifetime of an isolate. */
  isolateSeconds: number
  shops: number
  /** The import ends at this second of the minute. */
  importAtSecond: number
  /** Whether there are origin shields. In the control run without them, every isolate queries the database itself. */
  shield: boolean
  seed: number
}

/**
 * The number of SQL statements that each answer needs, all in one round trip to the database. operation-cost.test.ts checks
 * these numbers, except `state` and `shops`.
 */
export const STATEMENTS = {
  state: 3,
  shops: 3,
  EventPage: 9,
  Home: 5,
  CategoryPage: 2,
  EventList: 1,
  Search: 3,
  source: 1,
}

type Operation = Exclude<keyof typeof STATEMENTS, 'state' | 'shops' | 'source'> | 'Shop'
type Isolate = { cache: TieredCache; endsAt: number; share: number }
type Location = { cache: LocationCache; isolates: Isolate[]; colo: string; distance: number; share: number }
type Wish = { key: string; operation: Operation; locale: string; shop: number; page: boolean; more: string }

const STARTS_AT = 1_800_000_000_000
const LEAD_SECONDS = 60
const MINUTE_SECONDS = 60
const TAIL_SECONDS = 15
const LEAD_SHARE = 0.02
const SECOND = 1000
const MEMORY_BYTES = 24 * 1024 * 1024
/** Delays in milliseconds. A location's cache shows an entry `visible` milliseconds after it was put. */
const PLATFORM = { match: 2, put: 4, visible: 15, database: 8, render: 20 }
const PAGE = new ArrayBuffer(60_000)
const ANSWER = new ArrayBuffer(12_000)
const NOTHING = new ArrayBuffer(0)
const WORDS = 60

export class EdgeSimulation {
  readonly scenario: EdgeScenario
  private readonly clock = new VirtualClock(STARTS_AT)
  private readonly random: Random
  private readonly locations: Location[]
  private readonly shields: ShieldStore[]
  private readonly moments = new WeakMap<Entry, CatalogueMoment>()
  /** The catalogue version of the rows from which an entry was built. */
  private readonly contents = new WeakMap<Entry, number>()
  private readonly plans = new Map<number, (() => void)[]>()
  private version = 1
  private importedAt = Number.POSITIVE_INFINITY
  private uniqueWords = 0

  readonly d1 = { trips: seconds(), statements: seconds() }
  readonly shieldRequests = Array.from({ length: SHIELDS }, seconds)
  readonly counts = { requests: 0, memory: 0, location: 0, filled: 0, rendered: 0, matches: 0, puts: 0, isolates: 0 }
  /** The time from the import to the last outdated answer, the greatest age of an answer, and the longest wait of a fan. */
  staleMs = 0
  oldestMs = 0
  longestMs = 0

  constructor(scenario: EdgeScenario) {
    this.scenario = scenario
    this.random = new Random(scenario.seed)
    const { now } = this.clock
    this.shields = Array.from({ length: SHIELDS }, () => new ShieldStore(() => this.clock.now, this.clock.pause))
    const weights = Array.from({ length: scenario.locations }, (_, index) => 1 / (index + 12))
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    this.locations = weights.map((weight, index) => ({
      cache: this.newLocationCache(),
      colo: `C${index}`,
      distance: 10 + ((index * 53) % 140),
      share: weight / total,
      isolates: Array.from({ length: Math.max(1, Math.round((scenario.isolates * weight) / total)) }, () => ({
        cache: this.newIsolateCache(),
        endsAt: now,
        share: 0,
      })),
    }))
    for (const location of this.locations)
      location.isolates = location.isolates.map(() => this.newIsolate(location, this.random.fraction()))
  }

  get seconds(): number {
    return LEAD_SECONDS + MINUTE_SECONDS + TAIL_SECONDS
  }

  /** The index of the minute's first second in the counts per second. */
  get minuteBegins(): number {
    return LEAD_SECONDS
  }

  async run(): Promise<void> {
    const end = this.seconds * SECOND
    const importAt = (LEAD_SECONDS + this.scenario.importAtSecond) * SECOND
    let owed = 0
    for (let at = 0; at < end; at++) {
      if (at === importAt) {
        this.version++
        this.importedAt = this.clock.now
      }
      owed += this.fansIn(at)
      for (; owed >= 1; owed--) this.arrive()
      for (const act of this.plans.get(at) ?? []) act()
      this.plans.delete(at)
      await this.clock.tick()
    }
  }

  /** The number of fans in this millisecond: few before the minute, then a rush around its twentieth second. */
  private fansIn(at: number): number {
    const { fans } = this.scenario
    const second = at / SECOND - LEAD_SECONDS
    if (second < 0) return (fans * LEAD_SHARE) / (LEAD_SECONDS * SECOND)
    if (second >= MINUTE_SECONDS) return 0
    const rush = Math.exp(-(((second - 20) / 10) ** 2) / 2) / (10 * Math.sqrt(2 * Math.PI))
    return (fans / SECOND) * (0.5 / MINUTE_SECONDS + 0.5 * rush)
  }

  private arrive(): void {
    const { random } = this
    const location = this.locationOf(random.fraction())
    const shop = random.chance(0.5) ? 0 : this.shopOf(random.fraction())
    const locale = random.chance(0.85) ? 'de' : 'en'
    const event = random.chance(0.7)
    const page = (operation: Operation): Wish => this.wish('page', operation, locale, shop)
    const answer = (operation: Operation, more = ''): Wish => this.wish('answer', operation, locale, shop, more)
    this.visit(location, page(event ? 'EventPage' : 'Home'))
    if (event) this.later(1, 3, () => void this.availability(location, shop))
    if (!event) this.later(2, 8, () => this.visit(location, answer('EventPage')))
    if (random.chance(0.4)) this.later(3, 10, () => this.visit(location, answer('CategoryPage')))
    if (random.chance(0.3)) this.later(3, 10, () => this.visit(location, answer('EventList')))
    // Most searches use one of `WORDS` common words. A few use a word that nobody else uses.
    if (random.chance(0.03))
      this.later(3, 10, () =>
        this.visit(
          location,
          answer('Search', random.chance(0.03) ? `own${this.uniqueWords++}` : `w${random.below(WORDS)}`),
        ),
      )
  }

  private wish(kind: 'page' | 'answer', operation: Operation, locale: string, shop: number, more = ''): Wish {
    // Only the main shop is searched.
    const of = operation === 'Search' ? 0 : shop
    return {
      key: `${kind}|${of}|${operation}|${more}\n${locale}`,
      operation,
      locale,
      shop: of,
      page: kind === 'page',
      more,
    }
  }

  private later(from: number, to: number, act: () => void): void {
    const at = this.clock.now - STARTS_AT + Math.round((from + this.random.fraction() * (to - from)) * SECOND)
    const plans = this.plans.get(at)
    if (plans) plans.push(act)
    else this.plans.set(at, [act])
  }

  private locationOf(point: number): Location {
    let left = point
    for (const location of this.locations) {
      left -= location.share
      if (left < 0) return location
    }
    return this.locations[0] as Location
  }

  /** Picks a shop by Zipf's law: the probability of a shop is about inversely proportional to its rank. */
  private shopOf(point: number): number {
    return Math.min(this.scenario.shops - 1, Math.floor(this.scenario.shops ** point) - 1)
  }

  private isolateOf(location: Location): Isolate {
    const index = this.random.below(location.isolates.length)
    const isolate = location.isolates[index] as Isolate
    if (isolate.endsAt > this.clock.now) return isolate
    const next = this.newIsolate(location, 1)
    location.isolates[index] = next
    return next
  }

  private newIsolate(location: Location, part: number): Isolate {
    this.counts.isolates++
    const life = -Math.log(1 - this.random.fraction()) * this.scenario.isolateSeconds * SECOND * part
    return { cache: this.newIsolateCache(location.cache), endsAt: this.clock.now + life, share: this.random.fraction() }
  }

  private newIsolateCache(location: LocationCache = this.newLocationCache()): TieredCache {
    const memory = new AnswerMemory<Entry>(MEMORY_BYTES)
    const { clock, random } = this
    return new TieredCache({
      memory,
      location,
      clock: () => clock.now,
      pause: clock.pause,
      random: () => random.fraction(),
    })
  }

  private newLocationCache(): LocationCache {
    type Put = { entry: Entry; from: number; until: number }
    // The former entry stays visible until the next one becomes visible.
    const entries = new Map<string, readonly Put[]>()
    return {
      match: async (key) => {
        this.counts.matches++
        await this.clock.pause(PLATFORM.match)
        const { now } = this.clock
        const known = entries.get(key)?.findLast(({ from }) => from <= now)
        return known && now < known.until ? known.entry : null
      },
      put: async (key, entry, keepSeconds) => {
        this.counts.puts++
        await this.clock.pause(PLATFORM.put)
        const { now } = this.clock
        const from = now + PLATFORM.visible
        const before = entries.get(key) ?? []
        const seen = before.findLastIndex((put) => put.from <= now)
        entries.set(key, [...before.slice(Math.max(0, seen)), { entry, from, until: from + keepSeconds * SECOND }])
      },
    }
  }

  /** Answers as the edge does: at once if the isolate's memory has all that is needed, otherwise asynchronously. */
  private visit(location: Location, wish: Wish): void {
    const isolate = this.isolateOf(location)
    const { cache } = isolate
    this.counts.requests++
    const known = cache.recall(this.stateOf(location, isolate))
    const moment = known && this.moments.get(known)
    const entry = moment && cache.peek(wish.key, judgeOfAnswer(wish.key, moment))
    if (!entry) {
      void this.visitSlowly(location, isolate, wish, this.clock.now)
      return
    }
    this.counts.memory++
    this.sent(entry, this.clock.now)
  }

  private async visitSlowly(location: Location, isolate: Isolate, wish: Wish, begun: number): Promise<void> {
    const { cache } = isolate
    const moment = await this.readEdge(location, isolate)
    let fills = 0
    const asked = this.clock.now
    const entry = await cache.read(
      answerQuestion(wish.key, moment, {
        fill: () => {
          fills++
          return wish.page
            ? this.fillPage(location, cache, moment, wish)
            : this.fillPart(location, moment, wish, shareOfKey(wish.key))
        },
        waitUntil: ignore,
      }),
    )
    if (fills > 0) this.counts.filled++
    else if (this.clock.now === asked) this.counts.memory++
    else this.counts.location++
    this.sent(entry, begun)
  }

  private async readEdge(location: Location, isolate: Isolate): Promise<CatalogueMoment> {
    const { cache } = isolate
    const moment = this.moments.get(await cache.read(this.stateOf(location, isolate)))
    if (!moment) throw new Error('the state entry has no moment')
    const least = { version: moment.version, at: 0 }
    const key = shieldKeyFor(location.colo, 'shops')
    const fill = () => this.shielded(location, key, least, () => this.part('shops', location, moment))
    await cache.read(versionQuestion('shops', null, moment, { fill, waitUntil: ignore }))
    return moment
  }

  private async availability(location: Location, shop: number): Promise<void> {
    const isolate = this.isolateOf(location)
    const { cache } = isolate
    this.counts.requests++
    const begun = this.clock.now
    const moment = await this.readEdge(location, isolate)
    const key = `seat-source/${shop}`
    const least = () => ({ version: leastVersion(moment, shareOf(key), this.clock.now), at: 0 })
    let fills = 0
    const fill = () => {
      fills++
      return this.shielded(location, key, least(), () => this.part('source', location, moment))
    }
    await cache.read(versionQuestion(key, shareOf(key), moment, { fill, waitUntil: ignore }))
    if (fills > 0) this.counts.filled++
    else if (this.clock.now === begun) this.counts.memory++
    else this.counts.location++
  }

  private stateOf(location: Location, { share }: Isolate): Question {
    return stateQuestion(0, share, {
      fill: (former: Entry | null) =>
        this.shielded(
          location,
          shieldKeyFor(location.colo, CATALOGUE_KEY),
          leastOfState(0, this.clock.now),
          async (shared) => {
            const at = this.clock.now
            const version = await this.query(location, STATEMENTS.state)
            const newer = former && shared ? (former.at > shared.at ? former : shared) : (former ?? shared)
            const entry: Entry = { version, at, status: 200, headers: [], body: NOTHING }
            this.moments.set(entry, nextMoment((newer && this.moments.get(newer)) ?? null, version, at))
            return { entry, keep: true, isFault: false }
          },
        ),
      waitUntil: ignore,
    })
  }

  private async fillPage(location: Location, cache: TieredCache, moment: CatalogueMoment, wish: Wish): Promise<Filled> {
    this.counts.rendered++
    const share = shareOfKey(wish.key)
    const part = (operation: Operation) => {
      const of = this.wish('answer', operation, wish.locale, wish.shop)
      const fill = () => this.fillPart(location, moment, of, share)
      return cache.read(partQuestion(of.key, share, moment, { fill, waitUntil: ignore }))
    }
    const parts = await Promise.all([part('Shop'), part(wish.operation)])
    await this.clock.pause(PLATFORM.render)
    const entry: Entry = {
      version: Math.min(...parts.map(({ version }) => version)),
      at: Math.min(...parts.map(({ at }) => at)),
      status: 200,
      headers: [],
      body: PAGE,
    }
    this.contents.set(entry, Math.min(...parts.map((known) => this.contents.get(known) ?? 0)))
    return { entry, keep: true, isFault: false }
  }

  private fillPart(location: Location, moment: CatalogueMoment, wish: Wish, share: number): Promise<Filled> {
    const { key, operation } = wish
    if (operation === 'Shop') return Promise.resolve(this.ofShops(moment))
    const least = leastOfPart(moment, share, this.clock.now)
    return this.shielded(location, key, least, async () => {
      const filled = await this.part(operation, location, moment)
      const other = this.wish('answer', operation, wish.locale === 'de' ? 'en' : 'de', wish.shop, wish.more)
      if (this.scenario.shield) void this.shieldOf(location, other.key).give(other.key, filled.entry)
      return filled
    })
  }

  /** Builds the answer to `Shop` without a query, because `readEdge` has already loaded the shops. */
  private ofShops({ version }: CatalogueMoment): Filled {
    const entry: Entry = { version, at: this.clock.now, status: 200, headers: [], body: ANSWER }
    this.contents.set(entry, version)
    return { entry, keep: true, isFault: false }
  }

  private async part(name: keyof typeof STATEMENTS, location: Location, moment: CatalogueMoment): Promise<Filled> {
    const at = this.clock.now
    const content = await this.query(location, STATEMENTS[name])
    const entry: Entry = { version: moment.version, at, status: 200, headers: [], body: ANSWER }
    this.contents.set(entry, content)
    return { entry, keep: true, isFault: false }
  }

  private async query({ distance }: Location, statements: number): Promise<number> {
    await this.clock.pause(distance / 2)
    const { version } = this
    this.count(this.d1.trips, 1)
    this.count(this.d1.statements, statements)
    await this.clock.pause(PLATFORM.database + distance / 2)
    return version
  }

  private shielded(
    location: Location,
    key: string,
    least: Cached,
    fill: (former: Entry | null) => Promise<Filled>,
  ): Promise<Filled> {
    if (!this.scenario.shield) return fill(null)
    return fillThrough(() => this.shieldOf(location, key), this.clock.pause, key, least, fill)
  }

  private shieldOf({ distance }: Location, key: string): OriginShieldApi {
    const index = Math.floor(shareOf(key) * SHIELDS)
    const store = this.shields[index] as ShieldStore
    const travel = async <Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> => {
      await this.clock.pause(distance / 2)
      this.count(this.shieldRequests[index] ?? [], 1)
      const answer = await work()
      await this.clock.pause(distance / 2)
      return answer
    }
    return {
      take: (asked, least) => travel(() => store.take(asked, least)),
      give: (asked, entry) => travel(() => store.give(asked, entry)),
    }
  }

  private count(counts: number[], amount: number): void {
    const second = Math.floor((this.clock.now - STARTS_AT) / SECOND)
    counts[second] = (counts[second] ?? 0) + amount
  }

  private sent(entry: Entry, begun: number): void {
    const { now } = this.clock
    const content = this.contents.get(entry)
    if (content !== undefined && content < this.version) this.staleMs = Math.max(this.staleMs, now - this.importedAt)
    this.oldestMs = Math.max(this.oldestMs, now - entry.at)
    this.longestMs = Math.max(this.longestMs, now - begun)
  }
}

function seconds(): number[] {
  return new Array<number>(LEAD_SECONDS + MINUTE_SECONDS + TAIL_SECONDS).fill(0)
}

function ignore(): void {
  // Nothing awaits background work. It continues as the virtual clock advances, until the run ends.
}
