/** The fan's turn has come: the bell rings, the kept wait goes, and the page shows what they wanted. */
import { letIn } from '../data/waiting.ts'
import { ring } from './bell.ts'
import { keepWait } from './stored-wait.ts'

/** `shop`: slug of the shop in which the fan waited. */
export function enter(shop: string): void {
  ring()
  keepWait(null, shop)
  letIn()
}
