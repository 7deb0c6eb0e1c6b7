import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../schema/routes.ts'
import { isActivity, reportedPath } from '../../../schema/tracking.ts'

describe('the path in a report', () => {
  it.each([
    ['/', '/'],
    ['/products/shirt', '/products/shirt'],
    ['/products/käse%20%2F', '/products/k%C3%A4se%20%2F'],
    ['/events/club/tkt_1', '/events/club'],
    ['/search/ida@example.org', '/search/:query'],
    ['/checkout/done/ord_1/KX4711', '/checkout/done/:order/:reference'],
    ['/checkout/payment/ord_1/KX4711', '/checkout/payment/:order/:reference'],
    ['/faq/3', '/faq'],
    ['/no/such/page', '/404'],
    ['/products/%E0%A4%A', '/404'],
  ])('CONS-01 of %s is %s', (path, expected) => {
    expect(reportedPath(path)).toBe(expected)
  })

  it('CONS-01 contains only slugs of the catalogue, on all routes', () => {
    for (const { pattern } of ROUTES) {
      const path = pattern.replace(/:(?!slug)\w+\??/g, 'secret').replace(':slug', 'slug')
      expect(reportedPath(path), pattern).not.toContain('secret')
    }
  })
})

describe('the actions that are logged', () => {
  it('LOG-01 are a closed list', () => {
    expect(isActivity('order_placed')).toBe(true)
    for (const action of ['toString', 'Ida Brandt', '', 'order_placed ']) expect(isActivity(action)).toBe(false)
  })
})
