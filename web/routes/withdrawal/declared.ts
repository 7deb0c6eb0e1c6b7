import type { WithdrawableOrderQuery } from '../../../schema/generated/operation-types.ts'
import type { WithdrawalForm } from '../../../schema/inputs/withdrawal.ts'

/** An order that the fan has opened with the link of a mail. */
export type LinkedOrder = NonNullable<WithdrawableOrderQuery['withdrawableOrder']> & { id: string; key: string }

/** What the fan has entered in the first step. */
export type Declared = { form: WithdrawalForm; itemIds: string[] }

export function itemName({ amount, name, variantName }: LinkedOrder['items'][number]): string {
  return `${amount} × ${[name, variantName].filter(Boolean).join(', ')}`
}
