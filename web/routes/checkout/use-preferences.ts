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
import { runOperation } from '../../data/fetch.ts'
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
  preferences: Preferences
  /** The version of the server's details; 0 if the cart has none, and null if they could not be loaded. */
  version: number | null
  /** The version that another tab or device has written last, as far as this tab knows. */
  remoteVersion: number
}

const KEY = ['cart-details']

/** The one saver of this tab. Changes that it has not sent yet survive a change of the step. */
let saver: DetailsSaver | null = null

function saverOf(client: QueryClient, slug: string): DetailsSaver {
  saver ??= new DetailsSaver(
    async (changes, clientMutationId) => {
      // The request must survive a reload, because another device may then show what the server has stored.
      const { saveDetails } = await runOperation(
        SaveDetailsDocument,
        { input: changes, clientMutationId },
        { isBackground: true },
      )
      const { version } = saveDetails.details
      client.setQueryData<CachedDetails>(KEY, (cached) => cached && { ...cached, version })
      const cart = cachedCart(client)
      if (cart) notifyOtherTabs({ id: cart.id, version: cart.version, detailsVersion: version })
    },
    (unsaved) => rememberUnsaved(slug, cachedCart(client)?.id ?? null, unsaved),
  )
  return saver
}

function cachedCart(client: QueryClient): Cart | undefined {
  return client.getQueriesData<Cart>({ queryKey: ['cart'] }).find(([, data]) => data)?.[1]
}

/** The cookie's values, without its country: the buyer chose the cart's country later. */
function rememberedPreferences(slug: string): Preferences {
  const preferences = readPreferences(document.cookie, slug, '')
  return { ...preferences, shippingAddress: { ...preferences.shippingAddress, countryCode: '' } }
}

async function fetchDetails(client: QueryClient, slug: string): Promise<CachedDetails> {
  const { cart } = await runOperation(CartDetailsDocument, {})
  const { version, ...details } = cart.details
  const { unsaved } = saverOf(client, slug).restore(unsavedDetails(slug, cart.id))
  const cached = client.getQueryData<CachedDetails>(KEY)
  // This tab has saved after the server answered.
  if (cached?.version && version !== 0 && version <= cached.version) return cached
  const preferences =
    version === 0
      ? rememberedPreferences(slug)
      : { ...details, shippingAddress: details.shippingAddress ?? emptyAddress('') }
  return { preferences: { ...preferences, ...unsaved }, version, remoteVersion: version }
}

/** `countryCode` is the cart's country, for addresses without one. */
export function usePreferences(countryCode: string) {
  const { shop } = usePage()
  const client = useQueryClient()
  const scope: CookieScope = useMemo(
    () => ({ slug: shop.slug, basePath: shop.basePath, secure: window.isSecureContext }),
    [shop.slug, shop.basePath],
  )
  const [, render] = useReducer((count: number) => count + 1, 0)
  const { data, isPending } = useQuery({
    queryKey: KEY,
    queryFn: () => fetchDetails(client, scope.slug),
    staleTime: 30_000,
    retry: 1,
  })
  const preferences = useMemo(() => {
    const known = data?.preferences ?? rememberedPreferences(scope.slug)
    const { shippingAddress } = known
    return shippingAddress.countryCode === ''
      ? { ...known, shippingAddress: { ...shippingAddress, countryCode } }
      : known
  }, [data, scope.slug, countryCode])

  const save = useCallback(
    (changes: DetailsChanges) => {
      const cached = client.getQueryData<CachedDetails>(KEY) ?? {
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
      saverOf(client, scope.slug).save(cached.version === 0 ? next : changes)
    },
    [client, scope],
  )
  const flush = useCallback(() => void saverOf(client, scope.slug).flush(), [client, scope.slug])
  const clear = useCallback(() => {
    writeCookie(clearedPreferencesCookie(scope))
    saverOf(client, scope.slug).discard()
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

  return { preferences, isLoading: isPending, remoteVersion: data?.remoteVersion ?? 0, save, flush, clear }
}
