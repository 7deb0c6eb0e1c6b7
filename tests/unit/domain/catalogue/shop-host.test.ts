import { describe, expect, it } from 'vitest'
import { shopAddress, shopLink, shopOfRequest } from '../../../../worker/domain/catalogue/shop-host.ts'

const main = { slug: 'stagedoor', domain: 'stagedoor.example', isBand: false, hasCustomDomain: false }
const plain = { slug: 'nachtfalter', domain: null, isBand: true, hasCustomDomain: false }
const custom = { slug: 'eisenwald', domain: 'merch.eisenwald.example', isBand: true, hasCustomDomain: true }
const local = { slug: 'moorlicht', domain: 'merch.moorlicht.localhost', isBand: true, hasCustomDomain: true }
const shops = [main, plain, custom, local]
const ask = (url: string) => shopOfRequest(new URL(url), shops)

describe('shop routing', () => {
  it('SHOP-01 selects a shop by its host, or by the first path segment for a band without its own domain', () => {
    expect(ask('http://localhost:8787/events')).toMatchObject({ shop: main, basePath: '', path: '/events' })
    expect(ask('http://localhost:8787/nachtfalter')).toMatchObject({ shop: plain, basePath: '/nachtfalter', path: '/' })
    expect(ask('http://localhost:8787/nachtfalter/events/x')).toMatchObject({ shop: plain, path: '/events/x' })
    expect(ask('http://nachtfalter.localhost:8787/events/x')).toMatchObject({
      shop: plain,
      basePath: '',
      path: '/events/x',
    })
    expect(ask('https://nachtfalter.stagedoor.example/')).toMatchObject({ shop: plain, basePath: '' })
    expect(ask('https://merch.eisenwald.example/products/a')).toMatchObject({ shop: custom, path: '/products/a' })
    expect(ask('http://merch.moorlicht.localhost:8787/products/a')).toMatchObject({ shop: local, path: '/products/a' })
    expect(ask('https://preview.workers.dev/')).toMatchObject({ shop: main })
  })

  it('SHOP-04 redirects to the custom domain of a shop and keeps path and query, permanently unless a local shop is left', () => {
    expect(ask('http://localhost:8787/eisenwald/events/x?a=1&b=2')).toEqual({
      kind: 'redirect',
      status: 302,
      location: 'http://merch.eisenwald.example:8787/events/x?a=1&b=2',
    })
    expect(ask('http://moorlicht.localhost:8787/tours/y?q=z')).toEqual({
      kind: 'redirect',
      status: 301,
      location: 'http://merch.moorlicht.localhost:8787/tours/y?q=z',
    })
    expect(ask('https://eisenwald.stagedoor.example/tours/y?q=z')).toEqual({
      kind: 'redirect',
      status: 301,
      location: 'https://merch.eisenwald.example/tours/y?q=z',
    })
  })

  it('SHOP-04 redirects to the root if a path on a band’s host begins with another band’s slug', () => {
    expect(ask('https://merch.eisenwald.example/nachtfalter/events/x')).toEqual({
      kind: 'redirect',
      status: 301,
      location: '/',
    })
    expect(ask('http://nachtfalter.localhost:8787/eisenwald/')).toEqual({
      kind: 'redirect',
      status: 301,
      location: '/',
    })
  })

  it('SHOP-01 redirects a path that begins with the host’s own slug to the path without the slug', () => {
    expect(ask('http://nachtfalter.localhost:8787/nachtfalter/events?x=1')).toEqual({
      kind: 'redirect',
      status: 301,
      location: '/events?x=1',
    })
  })

  it('SHOP-06 finds no shop when there is no main shop', () => {
    expect(shopOfRequest(new URL('http://localhost/'), [plain])).toEqual({ kind: 'none' })
  })

  it('SHOP-04 builds a shop’s address with the scheme and port of the current request', () => {
    const here = new URL('http://localhost:8787/events')
    expect(shopAddress(plain, shops, here)).toBe('http://localhost:8787/nachtfalter')
    expect(shopAddress(custom, shops, here)).toBe('http://merch.eisenwald.example:8787')
    expect(shopAddress(local, shops, here)).toBe('http://merch.moorlicht.localhost:8787')
    expect(shopAddress(main, shops, new URL('http://merch.moorlicht.localhost:8787/'))).toBe('http://localhost:8787')
    expect(shopAddress(main, shops, new URL('https://merch.eisenwald.example/'))).toBe('https://stagedoor.example')
  })

  it('L10N-01 names the language in links to another host', () => {
    const seenFrom = (origin: string) => ({ shops, origin, locale: 'en' as const })
    const here = 'https://stagedoor.example'
    expect(shopLink(custom, '', seenFrom(here))).toBe('https://merch.eisenwald.example/?lang=en')
    expect(shopLink(plain, '/artists/x', seenFrom(here))).toBe('https://stagedoor.example/nachtfalter/artists/x')
    expect(shopLink(main, '/artists/x', seenFrom('https://merch.eisenwald.example'))).toBe(
      'https://stagedoor.example/artists/x?lang=en',
    )
  })
})
