/**
 * A cache between Cloudflare's locations and the database. There are several OriginShield objects, and the cache key
 * decides which of them is responsible. An object keeps answers in memory and stores nothing. All its answers are
 * public, that is, the same for every visitor.
 */
import { DurableObject } from 'cloudflare:workers'
import type { Env } from '../env.ts'
import type { Cached } from '../services/cache/cache-lifetime.ts'
import { type OriginShieldApi, type ShieldAnswer, ShieldStore } from '../services/cache/shield-store.ts'
import type { Entry } from '../services/cache/tiered-cache.ts'

export class OriginShield extends DurableObject<Env> implements OriginShieldApi {
  private readonly store = new ShieldStore(
    () => Date.now(),
    (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  )

  take(key: string, least: Cached): Promise<ShieldAnswer> {
    return this.store.take(key, least)
  }

  async give(key: string, entry: Entry | null): Promise<void> {
    this.store.give(key, entry)
  }
}
