import { describe, expect, it } from 'vitest'
import { isTouchDevice } from '../../../worker/http/touch-device.ts'

const AGENTS = {
  androidPhone:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  androidTablet:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  firefoxPhone: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
}

describe('isTouchDevice', () => {
  it('CAT-03 recognises a touch device by its client hint or its user agent', () => {
    const touch = Object.entries(AGENTS).filter(([, agent]) => isTouchDevice(new Headers({ 'user-agent': agent })))
    expect(touch.map(([name]) => name)).toEqual(['androidPhone', 'androidTablet', 'iPhone', 'firefoxPhone'])
    expect(isTouchDevice(new Headers({ 'user-agent': AGENTS.desktop, 'sec-ch-ua-mobile': '?1' }))).toBe(true)
    expect(isTouchDevice(new Headers({ 'user-agent': AGENTS.desktop, 'sec-ch-ua-mobile': '?0' }))).toBe(false)
    expect(isTouchDevice(new Headers())).toBe(false)
  })
})
