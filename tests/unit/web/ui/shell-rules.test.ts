import { describe, expect, it } from 'vitest'
import { ConnectionError, ShopError } from '../../../../web/data/fetch.ts'
import { isWorthRetry } from '../../../../web/data/query.ts'
import { flakeCount, moveFlake, newFlake } from '../../../../web/ui/snowfall.ts'
import { isOutside, withinWindow } from '../../../../web/ui/within-window.ts'

describe('failed query', () => {
  it('SHELL-05 is retried once after a server error or a lost connection, unless the browser is offline', () => {
    expect(isWorthRetry(0, new ConnectionError('server'), true)).toBe(true)
    expect(isWorthRetry(0, new ConnectionError('offline'), true)).toBe(true)
    expect(isWorthRetry(1, new ConnectionError('server'), true)).toBe(false)
    expect(isWorthRetry(0, new ConnectionError('offline'), false)).toBe(false)
    expect(isWorthRetry(0, new ConnectionError('timeout'), true)).toBe(false)
    expect(isWorthRetry(0, new ConnectionError('waiting'), true)).toBe(false)
    expect(isWorthRetry(0, new ShopError('NOT_FOUND', {}), true)).toBe(false)
  })
})

describe('snow', () => {
  it('SHELL-04 has 200 flakes, 150 on category pages, and 40 on any page up to 800 pixels wide', () => {
    expect(flakeCount(1440, false)).toBe(200)
    expect(flakeCount(1440, true)).toBe(150)
    expect([390, 800].map((width) => flakeCount(width, false))).toEqual([40, 40])
    expect(flakeCount(800, true)).toBe(40)
    expect(flakeCount(801, true)).toBe(150)
  })

  it('SHELL-04 has flakes that stay between the side edges, and start at the top again after they reach the bottom', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    let flake = newFlake(800, 600, random)
    let wraps = 0
    for (let step = 0; step < 2_000; step += 1) {
      const next = moveFlake(flake, 0.05, 800, 600)
      expect(next.x).toBeGreaterThanOrEqual(0)
      expect(next.x).toBeLessThan(800)
      expect(next.y).toBeLessThanOrEqual(600 + flake.radius)
      if (next.y < flake.y) wraps += 1
      flake = next
    }
    expect(wraps).toBeGreaterThan(2)
  })
})

describe('dragged popup', () => {
  const resting = { left: 900, top: 400, width: 380, height: 300 }
  const window = { width: 1300, height: 720 }

  it('SHELL-04 follows the pointer and never leaves the window', () => {
    expect(withinWindow({ x: -200, y: -100 }, resting, window)).toEqual({ x: -200, y: -100 })
    expect(withinWindow({ x: -5_000, y: -5_000 }, resting, window)).toEqual({ x: -900, y: -400 })
    expect(withinWindow({ x: 5_000, y: 5_000 }, resting, window)).toEqual({ x: 20, y: 20 })
  })

  it('SHELL-04 keeps its top in sight if it is larger than the window', () => {
    expect(
      withinWindow({ x: 40, y: 40 }, { left: 0, top: 0, width: 500, height: 900 }, { width: 390, height: 700 }),
    ).toEqual({ x: 0, y: 0 })
  })
})

it('a point is outside a box unless it is within all four edges', () => {
  const box = { left: 100, top: 50, width: 300, height: 200 }
  const point = ([clientX = 0, clientY = 0]: number[]) => ({ clientX, clientY })
  const inside = [
    [100, 50],
    [110, 60],
    [400, 250],
  ]
  const outside = [
    [99, 60],
    [401, 60],
    [110, 49],
    [110, 251],
  ]
  expect(inside.map((each) => isOutside(point(each), box))).toEqual([false, false, false])
  expect(outside.map((each) => isOutside(point(each), box))).toEqual([true, true, true, true])
})
