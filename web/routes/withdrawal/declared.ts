import type { WithdrawableOrderQuery } from '../../../schema/generated/operation-types.ts'
import type { WithdrawalForm } from '../../../schema/inputs/withdrawal.ts'

/** An order that the fan has opened with the link of a mail. */
export type LinkedOrder = NonNullable<WithdrawableOrderQuery['withdrawableOrder']> & { id: string; key: string }

/** What the fan has entered in the first step. */
export type Declared = { form: WithdrawalForm; amounts: Amounts }

/** How much of each item the fan gives back, by its id. Items that the fan keeps are missing. */
export type Amounts = { readonly [itemId: string]: number }

/** The chosen items, with the chosen amounts, in the order of the page. */
export function chosenItems(linked: LinkedOrder, amounts: Amounts): LinkedOrder['items'] {
  return linked.items.flatMap((item) => {
    const amount = amounts[item.id]
    return amount === undefined ? [] : [{ ...item, amount }]
  })
}

/** Whether the fan has something to send back. Without an order, the page assumes so, because it does not know the items. */
export function needsParcel(linked: LinkedOrder | null, amounts: Amounts): boolean {
  return linked === null || chosenItems(linked, amounts).some(({ isShipped }) => isShipped)
}

/** Whether the fan gives back an item that came by email. */
export function includesMailed(linked: LinkedOrder | null, amounts: Amounts): boolean {
  return linked !== null && chosenItems(linked, amounts).some(({ isShipped }) => !isShipped)
}

type Named = Pick<LinkedOrder['items'][number], 'name' | 'variantName' | 'amount'>

export function itemName(item: Named): string {
  return `${item.amount} × ${goodsName(item)}`
}

export function goodsName({ name, variantName }: Named): string {
  return [name, variantName].filter(Boolean).join(', ')
}
