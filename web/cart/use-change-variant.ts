/** Changes the variant of tickets in the cart, such as from the full to a reduced price. The seats stay held meanwhile. */
import { ChangeVariantDocument } from '../../schema/generated/mutations.ts'
import { randomKey } from '../data/visit.ts'
import { useCartMutation } from './use-cart.ts'

export function useChangeVariant() {
  const { mutateAsync, isPending, variables } = useCartMutation(
    ChangeVariantDocument,
    ({ changeVariant }) => changeVariant.cart,
  )
  return {
    /** The variant that is being requested; null if there is none. */
    requested: isPending ? (variables?.productVariantId ?? null) : null,
    changeVariant: (itemId: string, productVariantId: string) =>
      mutateAsync({ itemId, productVariantId, clientMutationId: randomKey() }),
  }
}
