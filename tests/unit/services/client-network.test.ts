import { describe, expect, it } from 'vitest'
import { networksOf } from '../../../worker/services/client-network.ts'

describe('networksOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
    ['2001:0DB8:0:0:ffff::9', '2001:db8:0:0', '2001:db8:0'],
    ['2001:db8:0:1::1', '2001:db8:0:1', '2001:db8:0'],
    ['2001:db8:1::1', '2001:db8:1:0', '2001:db8:1'],
    ['::1', '0:0:0:0', '0:0:0'],
  ])('assigns %s to the exact network %s and the wide network %s', (address, network, wideNetwork) => {
    expect(networksOf(address)).toEqual({ network, wideNetwork })
  })

  it.each([undefined, ''])('returns empty networks for the address %j', (address) => {
    expect(networksOf(address)).toEqual({ network: '', wideNetwork: '' })
  })
})
