/**
 * The visitor's cart in the browser: one entry of the query cache, filled by whatever answers with a whole cart. An
 * answer that is older than what is known changes nothing. A click has one key over all its retries, so a lost answer
 * never adds twice (CART-07).
 */
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect } from 'react'
import {
  AddItemsDocument,
  ChangeAmountDocument,
  ChangeCountryDocument,
  ExtendReservationDocument,
  RemoveItemDocument,
  UpdatePersonalIdentifierDocument,
} from '../../schema/generated/mutations.ts'
import { type AddItemRequest, CartDocument, type CartQuery } from '../../schema/generated/operations.ts'
import type { Operation } from '../../schema/operation.ts'
import { afterBotCheck } from '../bot-check/after-bot-check.ts'
import { ConnectionError, runOperation, ShopError } from '../data/fetch.ts'
import { currentLocale, useLocale } from '../data/locale.ts'
import { noteServerNow } from '../data/server-clock.ts'
import { randomKey } from '../data/visit.ts'
import { PresaleCode } from './presale-code.ts'
import { onCartUpdate, tellOtherTabs } from './tabs.ts'
import { newerCart, newerThanAsked } from './versions.ts'

export type Cart = CartQuery['cart']
export type CartItem = Cart['items'][number]
/** A line, or a part of a bundle's. */
export type CartPart = Omit<CartItem, 'bundled'>

/** A cart's lines speak a language. */
function cartKey() {
  return ['cart', currentLocale()] as const
}

function takeCart(client: QueryClient, cart: Cart): Cart {
  const known = client.getQueryData<Cart>(cartKey())
  const kept = newerCart(known, cart)
  client.setQueryData<Cart>(cartKey(), kept)
  return kept
}

async function askForCart(client: QueryClient): Promise<Cart> {
  const askedAt = Date.now()
  const asked = client.getQueryData<Cart>(cartKey())
  const { cart } = await runOperation(CartDocument, {})
  noteServerNow(cart.serverNow, askedAt, Date.now())
  return newerThanAsked(asked, client.getQueryData<Cart>(cartKey()), cart)
}

export function useCart() {
  useLocale()
  const client = useQueryClient()
  return useQuery({
    queryKey: cartKey(),
    queryFn: () => askForCart(client),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    // While a switch of language is on its way the cart stays as it was.
    placeholderData: keepPreviousData,
  })
}

/** Asks the server for the cart, whatever is known. */
export function useAskForCart(): () => Promise<Cart> {
  const client = useQueryClient()
  return useCallback(
    () => client.fetchQuery({ queryKey: cartKey(), queryFn: () => askForCart(client), staleTime: 0 }),
    [client],
  )
}

/** Shows an empty cart, here and by a new question in the other tabs: its session is over. */
export function useClearCart(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const known = client.getQueryData<Cart>(cartKey())
    if (!known) return
    const cleared: Cart = { ...known, items: [], validUntil: null, totalCents: 0, originalTotalCents: 0 }
    client.setQueryData<Cart>(cartKey(), { ...cleared, version: known.version + 1 })
    tellOtherTabs({ id: known.id, version: known.version + 1 })
  }, [client])
}

/** The cart that the server gave out of its own accord, such as the empty one after an order. */
export function useCartUpdatesFromTabs(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onCartUpdate(({ id, version }) => {
        const known = client.getQueryData<Cart>(cartKey())
        if (known?.id === id && known.version >= version) return
        void client.invalidateQueries({ queryKey: cartKey() })
      }),
    [client],
  )
}

/** Sends one click. Its variables hold its key, so a repetition after a lost answer is the same request. */
function useClick<Answer, Variables>(operation: Operation<Answer, Variables>, cartOf: (answer: Answer) => Cart | null) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: [operation.name],
    mutationFn: (variables: Variables) => afterBotCheck(() => runOperation(operation, variables)),
    retry: (failures, error) => failures < 3 && isWorthRepeating(error),
    retryDelay: (failures) => 400 * 2 ** failures,
    async onSuccess(answer) {
      const cart = cartOf(answer)
      if (cart) tellOtherTabs(takeCart(client, cart))
      else await client.invalidateQueries({ queryKey: cartKey() })
    },
  })
}

/** The answer never came, or the cart was busy with another command or with an order that is not confirmed yet. */
export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.fault !== 'waiting'
  return error instanceof ShopError && (error.code === 'CART_BUSY' || error.code === 'ORDER_PENDING')
}

export function useAddItems() {
  const { mutateAsync, isPending } = useClick(AddItemsDocument, ({ addItems }) => addItems.cart)
  const presaleCode = useContext(PresaleCode)
  return {
    isPending,
    /** Adds all or none; the answer tells whether seats were shifted. Rejects with a ShopError. */
    addItems: async (requests: AddItemRequest[]) => {
      const coded = presaleCode === null ? requests : requests.map((request) => ({ ...request, presaleCode }))
      return (await mutateAsync({ input: { requests: coded, clientMutationId: randomKey() } })).addItems
    },
  }
}

export function useRemoveItem() {
  const { mutateAsync, isPending, variables } = useClick(RemoveItemDocument, ({ removeItem }) => removeItem.cart)
  return {
    /** The item being removed. */
    removing: isPending ? (variables?.itemId ?? null) : null,
    /** The answer tells whether other seats of the cart were shifted. */
    removeItem: async (itemId: string) => (await mutateAsync({ itemId, clientMutationId: randomKey() })).removeItem,
  }
}

export function useChangeAmount() {
  const { mutateAsync, isPending, variables } = useClick(ChangeAmountDocument, ({ changeAmount }) => changeAmount.cart)
  return {
    /** What is being asked for: shown until the cart says it. */
    asked: isPending ? (variables ?? null) : null,
    changeAmount: (itemId: string, amount: number) => mutateAsync({ itemId, amount, clientMutationId: randomKey() }),
  }
}

/** Asked once as payment starts; the server gives the minutes once, however often it is asked. */
export function useExtendReservation() {
  const { mutate } = useClick(ExtendReservationDocument, ({ extendReservation }) => extendReservation.cart)
  return useCallback(() => mutate({ clientMutationId: randomKey() }), [mutate])
}

export function useChangeCountry() {
  const { mutateAsync, isPending } = useClick(ChangeCountryDocument, ({ changeCountry }) => changeCountry.cart)
  return {
    isPending,
    changeCountry: (countryCode: string) => mutateAsync({ countryCode, clientMutationId: randomKey() }),
  }
}

export function useUpdatePersonalIdentifier() {
  const { mutateAsync, isPending } = useClick(UpdatePersonalIdentifierDocument, () => null)
  return {
    isPending,
    updatePersonalIdentifier: (itemId: string, personalIdentifier: string) =>
      mutateAsync({ itemId, personalIdentifier, clientMutationId: randomKey() }),
  }
}

/** Pieces in a cart as a fan counts them: what came in a bundle is one. */
export function pieceCount(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.amount, 0)
}
