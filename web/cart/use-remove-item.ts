/**
 * The removal of an item. If the removal would leave a single seat, the server moves other seats of the cart (SEAT-07).
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RemoveItemDocument } from '../../schema/generated/mutations.ts'
import { randomKey } from '../data/visit.ts'
import { type Cart, type CartItem, cartKey, commandAnswer, sendInTurn } from './use-cart.ts'

/** `properties` names the properties of the seat, such as a restricted view. */
export type NamedSeat = { section: string; row: string; seat: string; properties: string[] }
export type MovedSeats = { from: NamedSeat[]; to: NamedSeat[] }

export function useRemoveItem() {
  const client = useQueryClient()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: async (variables: { itemId: string; clientMutationId: string }) => {
      let before: Cart | undefined
      const send = () => {
        // Earlier commands may have changed the cart since the click.
        before = client.getQueryData<Cart>(cartKey())
        return commandAnswer(RemoveItemDocument, variables)
      }
      const { removeItem } = await sendInTurn(client, send, ({ removeItem }) => removeItem.cart)
      return movedSeats(before?.items ?? [], removeItem.cart.items)
    },
  })
  return {
    /** The id of the item that is being removed; null if there is none. */
    removing: isPending ? (variables?.itemId ?? null) : null,
    /** Resolves to the other seats of the cart that the server has moved; null if it has moved none. */
    removeItem: (itemId: string) => mutateAsync({ itemId, clientMutationId: randomKey() }),
  }
}

type SeatedItem = Pick<CartItem, 'id' | 'seatId' | 'seat'> & { bundled: Pick<CartItem, 'id' | 'seatId' | 'seat'>[] }

/** Compares the seats of the lines that both carts contain. Returns null if they are the same. */
export function movedSeats(before: SeatedItem[], after: SeatedItem[]): MovedSeats | null {
  const former = new Map(before.flatMap((item) => [item, ...item.bundled]).map((part) => [part.id, part]))
  const moved: MovedSeats = { from: [], to: [] }
  for (const part of after.flatMap((item) => [item, ...item.bundled])) {
    const earlier = former.get(part.id)
    const [from, to] = [namedSeat(earlier?.seat), namedSeat(part.seat)]
    if (earlier?.seatId === part.seatId || !from || !to) continue
    moved.from.push(from)
    moved.to.push(to)
  }
  return moved.from.length > 0 ? moved : null
}

/** Returns null for tickets of a standing area. */
function namedSeat(seat: CartItem['seat'] | undefined): NamedSeat | null {
  if (!seat || seat.row === null || seat.name === null) return null
  return { section: seat.sectionName, row: seat.row, seat: seat.name, properties: seat.properties }
}
