/**
 * The visitor's cart in the browser. The query cache has one entry for it per language. Each cart that this module receives
 * replaces the entry of the current language, unless the received cart is older. All retries of a click have the same
 * idempotency key, so a retry after a lost answer never adds an item twice (CART-07).
 */
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect } from 'react'
import {
  AddItemsDocument,
  AddTicketsDocument,
  ChangeAmountDocument,
  ChangeCountryDocument,
  ExtendHoldsDocument,
  UpdatePersonalIdentifierDocument,
} from '../../schema/generated/mutations.ts'
import { type AddItemRequest, CartDocument, type CartQuery } from '../../schema/generated/operations.ts'
import type { Operation } from '../../schema/operation.ts'
import { afterBotCheck, declinedChecks } from '../bot-check/after-bot-check.ts'
import { inTurn } from '../data/command-queue.ts'
import { cookiesAreStored } from '../data/cookie-trial.ts'
import { runOperation, ShopError } from '../data/fetch.ts'
import { currentLocale, useLocale } from '../data/locale.ts'
import { logActivity } from '../data/reports.ts'
import { addClockSample } from '../data/server-clock.ts'
import { randomKey } from '../data/visit.ts'
import { type CartUpdate, lastCartUpdate, notifyOtherTabs, onCartUpdate } from './cart-channel.ts'
import { includesUpdate, newerCart, newerThanRequested } from './cart-version.ts'
import { PresaleCodeContext } from './presale-code.ts'
import { outcomeIsUnknown, sendWithRetries } from './send-with-retries.ts'

export type Cart = CartQuery['cart']
export type CartItem = Cart['items'][number]
/** A line of the cart, or a part of a bundle below it. */
export type CartPart = Omit<CartItem, 'bundled'>

/** The key contains the language, because the cart's lines contain texts. */
export function cartKey() {
  return ['cart', currentLocale()] as const
}

function storeCart(client: QueryClient, cart: Cart): Cart {
  const newer = newerCart(client.getQueryData<Cart>(cartKey()), cart)
  client.setQueryData<Cart>(cartKey(), newer)
  return newer
}

/** Whether another tab has sent an update that `cart` lacks. `before` was the last update when `cart` was requested. */
function lacksUpdateSince(before: CartUpdate | null | undefined, cart: Cart): boolean {
  const update = lastCartUpdate()
  return update !== before && !includesUpdate(cart, update)
}

async function fetchCart(client: QueryClient): Promise<Cart> {
  for (;;) {
    const askedAt = Date.now()
    const updateAtRequest = lastCartUpdate()
    const cartAtRequest = client.getQueryData<Cart>(cartKey())
    const { cart } = await runOperation(CartDocument, {})
    addClockSample(cart.serverNow, askedAt, Date.now())
    // Another tab may have changed the cart after the server answered.
    if (lacksUpdateSince(updateAtRequest, cart)) continue
    return newerThanRequested(cartAtRequest, client.getQueryData<Cart>(cartKey()), cart)
  }
}

export function useCart() {
  useLocale()
  const client = useQueryClient()
  return useQuery({
    queryKey: cartKey(),
    queryFn: () => fetchCart(client),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    // During a language switch, the cart stays visible in the former language.
    placeholderData: keepPreviousData,
  })
}

/**
 * Fetches the cart from the server, regardless of the cache. Cancels a running request, which may have been sent before this
 * device got another cart: its answer is the former cart.
 */
export function useFetchCart(): () => Promise<Cart> {
  const client = useQueryClient()
  return useCallback(async () => {
    await client.cancelQueries({ queryKey: cartKey() })
    return client.fetchQuery({ queryKey: cartKey(), queryFn: () => fetchCart(client), staleTime: 0 })
  }, [client])
}

/** Clears the cart after its session has ended. Other tabs are notified and fetch the cart again. */
export function useClearCart(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const current = client.getQueryData<Cart>(cartKey())
    if (!current) return
    const cleared: Cart = {
      ...current,
      items: [],
      heldUntil: null,
      voucher: null,
      voucherCents: 0,
      totalCents: 0,
      originalTotalCents: 0,
    }
    client.setQueryData<Cart>(cartKey(), { ...cleared, version: current.version + 1 })
    notifyOtherTabs({ id: current.id, version: current.version + 1 })
  }, [client])
}

/** Fetches the cart again when another tab has changed it, also if that was before this component mounted. */
export function useCartUpdatesFromTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refetchIfOutdated = () => {
      if (includesUpdate(client.getQueryData<Cart>(cartKey()), lastCartUpdate())) return
      void client.invalidateQueries({ queryKey: cartKey() })
    }
    refetchIfOutdated()
    return onCartUpdate(refetchIfOutdated)
  }, [client])
}

/** A command of the cart. Its variables contain the idempotency key, so a retry sends the same request. */
export function useCartMutation<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  cartOf: (answer: Answer) => Cart | null,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => sendInTurn(client, () => commandAnswer(operation, variables), cartOf),
  })
}

/** Sends a command after all earlier ones, and stores the cart of its answer before the next one is sent. */
export function sendInTurn<Answer>(
  client: QueryClient,
  send: () => Promise<Answer>,
  cartOf: (answer: Answer) => Cart | null,
): Promise<Answer> {
  const updateAtClick = lastCartUpdate()
  const checksAtClick = declinedChecks()
  return inTurn(async () => {
    const answer = await afterBotCheck(send, checksAtClick).catch((error: unknown) => {
      // Otherwise the page would show the former cart, and another press would add the same tickets again.
      if (outcomeIsUnknown(error)) void client.invalidateQueries({ queryKey: cartKey() })
      throw error
    })
    const cart = cartOf(answer)
    const stored = cart && storeCart(client, cart)
    if (stored) notifyOtherTabs(stored)
    // Another tab changed the cart after this command, and its update arrived before the answer to this command.
    if (!stored || lacksUpdateSince(updateAtClick, stored)) void client.invalidateQueries({ queryKey: cartKey() })
    return answer
  })
}

/** A request that takes longer is repeated once. Then the command ends, because later commands wait for it. */
const COMMAND_TIMEOUT_MS = 10_000

export function commandAnswer<Answer, Variables>(
  operation: Operation<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  return sendWithRetries(() => runOperation(operation, variables, { timeoutMs: COMMAND_TIMEOUT_MS }))
}

export function useAddItems() {
  const { mutateAsync, isPending } = useCartMutation(AddItemsDocument, ({ addItems }) => addItems.cart)
  const presaleCode = useContext(PresaleCodeContext)
  return {
    isPending,
    /** Adds all items or none. `shifted` in the answer says that the server moved seats. Rejects like `runOperation`. */
    addItems: async (requests: AddItemRequest[]) => {
      // Without its cookie, the cart would stay empty and the held tickets would be lost.
      if (!cookiesAreStored()) throw new ShopError('COOKIES_BLOCKED', {})
      const withCode = presaleCode === null ? requests : requests.map((request) => ({ ...request, presaleCode }))
      const { addItems } = await mutateAsync({ input: { requests: withCode, clientMutationId: randomKey() } })
      logActivity('items_added')
      return addItems
    },
  }
}

type ChangeableItem = Pick<CartPart, 'id' | 'amount' | 'eventId' | 'productVariantId'>

export function useChangeAmount() {
  const client = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ item, amount }: { item: ChangeableItem; amount: number }) =>
      changeAmountInTurn(client, item, amount),
  })
  return {
    /** The amount that was requested last, which the page shows until the answer arrives. */
    requested: isPending ? (variables ?? null) : null,
    changeAmount: (item: ChangeableItem, amount: number) => mutateAsync({ item, amount }),
  }
}

type WaitingAmount = { amount: number; answer: Promise<unknown> }

/** The amounts that have not been sent yet, by the ids of their items. An entry leaves the map when it is sent. */
const waitingAmounts = new Map<string, WaitingAmount>()

/**
 * Requests an amount for an item. If an amount for the item is waiting already, the new one takes its place. More tickets are
 * requested with another operation, which the waiting rooms of the event guard. Which one applies is known once the earlier
 * commands have been answered.
 */
export function changeAmountInTurn(client: QueryClient, item: ChangeableItem, amount: number): Promise<unknown> {
  const waiting = waitingAmounts.get(item.id)
  if (waiting) {
    waiting.amount = amount
    return waiting.answer
  }
  const send = () => {
    waitingAmounts.delete(item.id)
    const variables = { itemId: item.id, amount: entry.amount, clientMutationId: randomKey() }
    const lines = client.getQueryData<Cart>(cartKey())?.items ?? []
    const current = lines.find(({ id }) => id === item.id)?.amount ?? item.amount
    return item.eventId !== null && entry.amount > current
      ? commandAnswer(AddTicketsDocument, { ...variables, productVariantId: item.productVariantId })
      : commandAnswer(ChangeAmountDocument, variables)
  }
  const entry: WaitingAmount = {
    amount,
    answer: sendInTurn(client, send, ({ changeAmount }) => changeAmount.cart),
  }
  waitingAmounts.set(item.id, entry)
  return entry.answer
}

/** Extends the holds when the checkout reaches the payment. The server extends the holds of a cart only once. */
export function useExtendHolds() {
  const { mutate } = useCartMutation(ExtendHoldsDocument, ({ extendHolds }) => extendHolds.cart)
  return useCallback(() => mutate({ clientMutationId: randomKey() }), [mutate])
}

export function useChangeCountry() {
  const { mutateAsync, isPending, variables } = useCartMutation(
    ChangeCountryDocument,
    ({ changeCountry }) => changeCountry.cart,
  )
  return {
    /** The country that is being requested; null if there is none. */
    requested: isPending ? (variables?.countryCode ?? null) : null,
    changeCountry: (countryCode: string) => mutateAsync({ countryCode, clientMutationId: randomKey() }),
  }
}

export function useUpdatePersonalIdentifier() {
  const { mutateAsync, isPending } = useCartMutation(
    UpdatePersonalIdentifierDocument,
    ({ updatePersonalIdentifier }) => updatePersonalIdentifier.cart,
  )
  return {
    isPending,
    updatePersonalIdentifier: (itemId: string, personalIdentifier: string) =>
      mutateAsync({ itemId, personalIdentifier, clientMutationId: randomKey() }),
  }
}

/** The tickets of an event in the cart, including those in bundles. The event's cart limit applies to their sum. */
export function ticketsOfEvent<Part extends Pick<CartPart, 'eventId'>>(
  items: (Part & { bundled: Part[] })[],
  eventId: string,
): Part[] {
  return items.flatMap((item) => [item, ...item.bundled]).filter((item) => item.eventId === eventId)
}

/** The number of pieces in the cart, with a bundle counted as one. */
export function pieceCount(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.amount, 0)
}
