import type { OrderNamesQuery } from '../../../schema/generated/operations.ts'

export type Names = NonNullable<OrderNamesQuery['orderNames']>
export type NamedTicket = Names['tickets'][number]
