import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ExpiryQueue } from '../../../../worker/domain/seats/hold-expiry-queue.ts'

it('SEAT-10 the expiry queue returns exactly the carts whose holds have expired, in the order of their expiry', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 50 }), (ends, now) => {
      const queue = new ExpiryQueue()
      for (const [cart, at] of ends.entries()) queue.add(at, String(cart))
      const taken: number[] = []
      for (let cart = queue.takeDue(now); cart !== null; cart = queue.takeDue(now)) taken.push(ends[Number(cart)] ?? -1)
      expect(taken).toEqual(ends.filter((at) => at <= now).sort((a, b) => a - b))
    }),
  )
})
