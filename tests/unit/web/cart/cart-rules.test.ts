import { describe, expect, it } from 'vitest'
import { newerCart, newerThanRequested } from '../../../../web/cart/cart-version.ts'
import { clockText, litSquares, secondsLeft } from '../../../../web/cart/countdown.ts'
import { isRetryable, outcomeIsUnknown } from '../../../../web/cart/send-with-retries.ts'
import { ShopError } from '../../../../web/data/fetch.ts'

const NOW = 1_800_000_000_000

describe('choice between two carts', () => {
  const current = { id: 'crt_1', version: 5, serverNow: NOW }

  it('CART-03 prefers the higher version of the same cart, whichever answer arrives last', () => {
    const late = { id: 'crt_1', version: 4, serverNow: NOW + 50 }
    expect(newerCart(current, late)).toBe(current)
    const newer = { id: 'crt_1', version: 6, serverNow: NOW - 50 }
    expect(newerCart(current, newer)).toBe(newer)
  })

  it('CART-03 rejects an answer’s cart if the browser got another cart after the request, and otherwise accepts it', () => {
    const first = { id: 'crt_a', version: 2, serverNow: 100 }
    const late = { id: 'crt_new', version: 1, serverNow: 150 }
    expect(newerThanRequested(undefined, first, late)).toBe(first)
    expect(newerThanRequested({ ...late, serverNow: 50 }, first, late)).toBe(first)
    expect(newerThanRequested(first, first, late)).toBe(late)
  })

  it('CART-03 goes by the server’s time, not by the versions, if the carts have different ids', () => {
    const fresh = { id: 'crt_2', version: 0, serverNow: NOW + 1 }
    expect(newerCart(current, fresh)).toBe(fresh)
    expect(newerCart(fresh, current)).toBe(fresh)
    expect(newerCart(undefined, current)).toBe(current)
  })
})

describe('countdown of a reservation', () => {
  it.each([60, 90, 20 * 60])(
    'CART-04 begins at the length of a fresh hold of %i seconds, never skips a second and ends two seconds after the hold',
    (length) => {
      for (const fraction of [0, 1, 500, 999]) {
        const heldUntil = NOW + fraction + length * 1000
        const seconds = Array.from({ length: length + 4 }, (_, second) => NOW + second * 1000)
        const shown = seconds.map((now) => secondsLeft(heldUntil, now))
        expect(shown[0]).toBe(length)
        shown.slice(1).forEach((left, index) => {
          expect([0, 1]).toContain((shown[index] ?? Number.NaN) - left)
        })
        expect(seconds.filter((now) => secondsLeft(heldUntil, now) === 0)).toEqual(
          seconds.filter((now) => now >= heldUntil + 2000),
        )
      }
      expect(secondsLeft(NOW - 9_000_000, NOW)).toBe(0)
    },
  )

  it('CART-04 shows the full seconds that the hold has left, and less than two seconds more in its last minute', () => {
    expect(secondsLeft(NOW + 61_999, NOW)).toBe(61)
    expect(secondsLeft(NOW + 60_000, NOW)).toBe(60)
    expect(secondsLeft(NOW + 29_000, NOW)).toBe(30)
    expect(secondsLeft(NOW - 1_999, NOW)).toBe(1)
  })

  it('CART-04 shows minutes and seconds', () => {
    expect(clockText(0)).toBe('00:00')
    expect(clockText(65)).toBe('01:05')
    expect(clockText(20 * 60)).toBe('20:00')
  })

  it('CHK-01 lights one square per minute that has begun, and at most 20', () => {
    expect(litSquares(20 * 60)).toBe(20)
    expect(litSquares(19 * 60 + 1)).toBe(20)
    expect(litSquares(59)).toBe(1)
    expect(litSquares(0)).toBe(0)
    expect(litSquares(45 * 60)).toBe(20)
  })
})

it('CART-07, ERR-01 the cart is read again after a failed add that may have taken effect, and the add is not sent again by itself', () => {
  const failed = new ShopError('ADD_TO_CART_FAILED', { requestId: 'r-1' })
  expect(outcomeIsUnknown(failed)).toBe(true)
  expect(isRetryable(failed)).toBe(false)
  expect(outcomeIsUnknown(new ShopError('CART_FULL', { limit: 1 }))).toBe(false)
})
