/**
 * Decides which waiting rooms guard a request. An event's room guards requests for that event. The room of a band's shop
 * also guards the band's content in other shops.
 */

import { MAX_CART_LINES } from '../../../schema/limits.ts'
import { isUnqueuedRoute } from '../../../schema/routes.ts'
import type { ShopRow } from '../../../schema/tables/shop.ts'
import { artistOf, type Content, cachedArtistOf } from '../../db/content-owner.ts'
import { openDatabase } from '../../db/database.ts'
import { loadSellables } from '../../db/sellable.ts'
import type { RoomRow } from '../../db/waiting-room.ts'
import type { PersistedOperation } from '../../graphql/persisted.ts'
import { NotAllowedToFill } from '../../services/cache/tiered-cache.ts'
import type { Edge, EdgeContext } from '../edge-context.ts'
import { mayReadFrom } from '../uncached-reads.ts'

const CONTENT_OF_ROUTE: Record<string, Content['kind']> = {
  event: 'event',
  product: 'product',
  bundle: 'product',
  tour: 'tour',
  artist: 'artist',
}

/** The active rooms that guard this operation, by its @guarded and @shows directives. */
export async function roomsGuarding(
  http: EdgeContext,
  edge: Edge,
  shop: ShopRow,
  operation: PersistedOperation,
  variables: Record<string, unknown>,
): Promise<RoomRow[]> {
  const { rooms } = edge.catalogue
  if (rooms.length === 0 || operation.guardedBy === 'none') return []
  if (operation.guardedBy === 'items') {
    const sellables = await loadSellables(openDatabase(http.env.DB), edge.catalogueVersion, variantIdsIn(variables))
    const wanted = [...sellables.values()]
    const events = new Set(wanted.map(({ eventId }) => eventId))
    const shops = shopsOf(
      edge,
      shop,
      wanted.map(({ artistId }) => artistId),
    )
    return rooms.filter(({ scope, shopId, eventId }) =>
      scope === 'event' ? events.has(eventId) : scope === 'shop' && shops.has(shopId),
    )
  }
  const content = contentOf(operation, variables)
  const shops =
    operation.guardedBy === 'all' ? await shopsShowing(http, edge, shop, rooms, content) : new Set<string | null>()
  return rooms.filter(({ scope, shopId, eventId, slug }) =>
    scope === 'event'
      ? content?.kind === 'event' && (content.name === eventId || content.name === slug)
      : scope === 'catalogue' && shops.has(shopId),
  )
}

/** The rooms that guard a page: the room of its event, and the catalogue rooms of this shop and of the band's shop. */
export async function roomsGuardingPage(
  http: EdgeContext,
  edge: Edge,
  shop: ShopRow,
  routeName: string,
  slug: string | undefined,
): Promise<RoomRow[]> {
  const { rooms } = edge.catalogue
  if (rooms.length === 0 || isUnqueuedRoute(routeName)) return []
  const kind = CONTENT_OF_ROUTE[routeName]
  const content = kind && slug !== undefined ? { kind, name: slug } : null
  const shops = await shopsShowing(http, edge, shop, rooms, content)
  return rooms.filter(({ scope, shopId, slug: ofRoom }) =>
    scope === 'event' ? content?.kind === 'event' && ofRoom === slug : scope === 'catalogue' && shops.has(shopId),
  )
}

export function roomsGuardingEvent({ catalogue }: Edge, eventId: string): RoomRow[] {
  return catalogue.rooms.filter((room) => room.eventId === eventId)
}

function contentOf({ content }: PersistedOperation, variables: Record<string, unknown>): Content | null {
  const name = content && variables[content.variable]
  return content && typeof name === 'string' ? { kind: content.kind, name } : null
}

/**
 * The ids of this shop and of the shops of the band whose content is requested. The band is looked up only if another
 * shop has a catalogue room. Throws NotAllowedToFill if the visitor's network has requested too much uncached content.
 */
async function shopsShowing(
  http: EdgeContext,
  edge: Edge,
  shop: ShopRow,
  rooms: RoomRow[],
  content: Content | null,
): Promise<ReadonlySet<string | null>> {
  const isElsewhere = rooms.some(({ scope, shopId }) => scope === 'catalogue' && shopId !== shop.id)
  if (!content || !isElsewhere) return new Set([shop.id])
  return shopsOf(edge, shop, [await ownerOf(http, edge, content)])
}

async function ownerOf(http: EdgeContext, { catalogueVersion }: Edge, content: Content): Promise<string | null> {
  const cached = cachedArtistOf(catalogueVersion, content)
  if (cached !== undefined) return cached
  if (!(await mayReadFrom(http))) throw new NotAllowedToFill()
  return artistOf(openDatabase(http.env.DB), catalogueVersion, content)
}

function shopsOf(edge: Edge, shop: ShopRow, artistIds: (string | null)[]): ReadonlySet<string | null> {
  const owners = edge.shops.filter(
    ({ isBand, artistId }) => isBand && artistId !== null && artistIds.includes(artistId),
  )
  return new Set([shop.id, ...owners.map(({ id }) => id)])
}

/**
 * Reads the ids from input that has not been validated yet. GraphQL also accepts a single object instead of the list
 * `requests`.
 */
function variantIdsIn({ input, productVariantId }: Record<string, unknown>): string[] {
  const asked = typeof input === 'object' && input !== null && 'requests' in input ? input.requests : null
  const requests: unknown[] = [{ productVariantId }, ...(Array.isArray(asked) ? asked : [asked])]
  return requests.slice(0, MAX_CART_LINES + 1).flatMap((request) => {
    const id =
      typeof request === 'object' && request !== null && 'productVariantId' in request ? request.productVariantId : null
    return typeof id === 'string' ? [id] : []
  })
}
