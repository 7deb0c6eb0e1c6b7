import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ChangeAmountDocument, RemoveItemDocument } from '../../../../schema/generated/mutations.ts'
import { cartMutation } from '../../../../web/cart/use-cart.ts'

describe('the commands of a cart', () => {
  it('PROD-04 are sent in the order of the clicks, each after the answer to the one before', async () => {
    const client = new QueryClient()
    const sent: string[] = []
    const answers: (() => void)[] = []
    /** Sends a command whose answer waits until the test gives it. */
    const click = (name: string, options: object) => {
      const mutationFn = () => {
        sent.push(name)
        return new Promise<string>((resolve) => answers.push(() => resolve(name)))
      }
      return new MutationObserver<string, Error, void>(client, { ...options, mutationFn }).mutate()
    }
    const change = cartMutation(client, ChangeAmountDocument, () => null)
    const first = click('two pieces', change)
    const second = click('three pieces', change)
    const third = click(
      'remove',
      cartMutation(client, RemoveItemDocument, () => null),
    )
    await expect.poll(() => sent).toEqual(['two pieces'])
    answers[0]?.()
    expect(await first).toBe('two pieces')
    await expect.poll(() => sent).toEqual(['two pieces', 'three pieces'])
    answers[1]?.()
    expect(await second).toBe('three pieces')
    await expect.poll(() => sent).toEqual(['two pieces', 'three pieces', 'remove'])
    answers[2]?.()
    expect(await third).toBe('remove')
  })
})
