/**
 * What the buyer has typed and chosen in the checkout. The cart on the server stores it, so a reload, another tab and another
 * device show it. A cookie of the shop (CHK-08) has a copy for the case that the cart has none. Every save goes to both.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { SaveDetailsDocument } from '../../../schema/generated/mutations.ts'
import { CartDetailsDocument } from '../../../schema/generated/operations.ts'
import { lastCartUpdate, notifyOtherTabs, onCartUpdate } from '../../cart/cart-channel.ts'
import type { Cart } from '../../cart/use-cart.ts'
import { writeCookie } from '../../data/browser-storage.ts'
import { runOperation, ShopError } from '../../data/fetch.ts'
import { usePage } from '../../data/page.tsx'
import { type DetailsChanges, DetailsSaver } from './details-saver.ts'
import {
  type CookieScope,
  clearedPreferencesCookie,
  emptyAddress,
  type Preferences,
  preferencesCookie,
  readPreferences,
} from './preferences.ts'
import { rememberUnsaved, unsavedDetails } from './unsaved-details.ts'

type CachedDetails = {
  cartId: string
  preferences: Preferences
  /** The version of the server's details; 0 if the cart has none, and null if they could not be loaded. */
  version: number | null
  /** The version that another tab or device has written last, as far as this tab knows. */
  remoteVersion: number
}

const KEY = ['cart-details']

/** The one saver of this tab. Changes that it has not sent yet survive a change of the step, but not of the cart. */
let current: { cartId: string; saver: DetailsSaver } | null = null

function saverOf(client: QueryClient, slug: string, cartId: string): DetailsSaver {
  if (current?.cartId === cartId) return current.saver
  // A link has replaced the cart, perhaps in another tab. The new cart may be another fan's, who must not get the input.
  current?.saver.discard()
  const saver = new DetailsSaver(
    async (changes, clientMutationId) => {
      // The request must survive a reload, because another device may then show what the server has stored.
      const { saveDetails } = await runOperation(
        SaveDetailsDocument,
        { cartId, input: changes, clientMutationId },
        { isBackground: true },
      ).catch((error: unknown) => {
        // Another tab has replaced the cart, and this tab has missed it.
        if (error instanceof ShopError && error.code === 'CART_REPLACED')
          for (const queryKey of [['cart'], KEY]) void client.invalidateQueries({ queryKey })
        throw error
      })
      const { version } = saveDetails.details
      const cached = cachedDetails(client, cartId)
      if (cached) client.setQueryData<CachedDetails>(KEY, { ...cached, version })
      notifyOtherTabs({ id: cartId, version: cartVersion(client, cartId), detailsVersion: version })
    },
    (unsaved) => rememberUnsaved(slug, cartId, unsaved),
  )
  current = { cartId, saver }
  return saver
}

/** The newest version of this cart that the tab knows. The cache has the cart once per language. */
function cartVersion(client: QueryClient, cartId: string): number {
  const carts = client.getQueriesData<Cart>({ queryKey: ['cart'] })
  return Math.max(0, ...carts.map(([, cart]) => (cart?.id === cartId ? cart.version : 0)))
}

function cachedDetails(client: QueryClient, cartId: string): CachedDetails | null {
  const cached = client.getQueryData<CachedDetails>(KEY)
  return cached?.cartId === cartId ? cached : null
}

/** The cookie's values, without its country: the buyer chose the cart's country later. */
function rememberedPreferences(slug: string): Preferences {
  const preferences = readPreferences(document.cookie, slug, '')
  return { ...preferences, shippingAddress: { ...preferences.shippingAddress, countryCode: '' } }
}

async function fetchDetails(client: QueryClient, slug: string, signal: AbortSignal): Promise<CachedDetails> {
  const { cart } = await runOperation(CartDetailsDocument, {}, { signal })
  const { version, ...details } = cart.details
  const { unsaved } = saverOf(client, slug, cart.id).restore(unsavedDetails(slug, cart.id))
  const cached = cachedDetails(client, cart.id)
  // This tab has saved after the server answered.
  if (cached?.version && version !== 0 && version <= cached.version) return cached
  const preferences =
    version === 0
      ? rememberedPreferences(slug)
      : { ...details, shippingAddress: details.shippingAddress ?? emptyAddress('') }
  return { cartId: cart.id, preferences: { ...preferences, ...unsaved }, version, remoteVersion: version }
}

/** `cart` is undefined until it has loaded. Its country is that of addresses without one. */
export function usePreferences(cart: Cart | undefined) {
  const { shop } = usePage()
  const client = useQueryClient()
  const scope: CookieScope = useMemo(
    () => ({ slug: shop.slug, basePath: shop.basePath, secure: window.isSecureContext }),
    [shop.slug, shop.basePath],
  )
  const [, render] = useReducer((count: number) => count + 1, 0)
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchDetails(client, scope.slug, signal),
    staleTime: 30_000,
    retry: 1,
  })
  const cartId = cart?.id
  const countryCode = cart?.countryCode ?? 'de'
  const isOfOtherCart = data !== undefined && cartId !== undefined && data.cartId !== cartId
  const preferences = useMemo(() => {
    const known = isOfOtherCart || !data ? rememberedPreferences(scope.slug) : data.preferences
    const { shippingAddress } = known
    return shippingAddress.countryCode === ''
      ? { ...known, shippingAddress: { ...shippingAddress, countryCode } }
      : known
  }, [data, isOfOtherCart, scope.slug, countryCode])

  useEffect(() => {
    if (!isOfOtherCart) return
    // The browser has got another cart between the two requests, so one of the answers is outdated.
    void client.invalidateQueries({ queryKey: KEY })
    void client.invalidateQueries({ queryKey: ['cart'] })
  }, [client, isOfOtherCart])

  const save = useCallback(
    (changes: DetailsChanges) => {
      const id = cartId ?? ''
      const cached = cachedDetails(client, id) ?? {
        cartId: id,
        preferences: rememberedPreferences(scope.slug),
        version: null,
        remoteVersion: 0,
      }
      const next = { ...cached.preferences, ...changes }
      writeCookie(preferencesCookie(scope, next))
      client.setQueryData<CachedDetails>(KEY, { ...cached, preferences: next })
      // The query cache notifies components later. Until then, React would reset a pressed radio button.
      render()
      // The first save also brings what the cookie remembered.
      saverOf(client, scope.slug, id).save(cached.version === 0 ? next : changes)
    },
    [client, scope, cartId],
  )
  const flush = useCallback(() => void current?.saver.flush(), [])
  const clear = useCallback(() => {
    writeCookie(clearedPreferencesCookie(scope))
    current?.saver.discard()
    void client.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
  }, [client, scope])

  useEffect(() => {
    const refetchIfOutdated = () => {
      const version = lastCartUpdate()?.detailsVersion ?? 0
      if (version > (client.getQueryData<CachedDetails>(KEY)?.version ?? 0)) {
        void client.invalidateQueries({ queryKey: KEY })
      }
    }
    return onCartUpdate(refetchIfOutdated)
  }, [client])

  useEffect(() => {
    document.addEventListener('visibilitychange', flush)
    addEventListener('online', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('online', flush)
    }
  }, [flush])

  const remoteVersion = isOfOtherCart ? 0 : (data?.remoteVersion ?? 0)
  return { preferences, isLoading: isPending || isOfOtherCart, remoteVersion, save, flush, clear }
}
