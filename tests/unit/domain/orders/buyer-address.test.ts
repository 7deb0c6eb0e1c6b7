import { describe, expect, it } from 'vitest'
import { buyerKeyOf } from '../../../../worker/domain/orders/buyer-address.ts'

describe('buyer key', () => {
  it.each([
    ['Ida.Brandt@Example.ORG', 'ida.brandt@example.org'],
    [' ida@example.org ', 'ida@example.org'],
    ['ida+tickets@example.org', 'ida@example.org'],
    ['ida+a+b@example.org', 'ida@example.org'],
    ['+ida@example.org', '+ida@example.org'],
    ['I.d.a.Brandt+x@GMail.com', 'idabrandt@gmail.com'],
    ['idabrandt@googlemail.com', 'idabrandt@gmail.com'],
    ['ida@bücher.example', 'ida@xn--bcher-kva.example'],
    ['ida@BÜCHER.example', 'ida@xn--bcher-kva.example'],
    ['ida@xn--bcher-kva.example', 'ida@xn--bcher-kva.example'],
    ['ｉｄａ@example.org', 'ida@example.org'],
    ['a.b@not-gmail.com', 'a.b@not-gmail.com'],
  ])('EVT-05 of the address %s is %s', (written, key) => {
    expect(buyerKeyOf(written)).toBe(key)
  })
})
