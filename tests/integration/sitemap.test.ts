import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import { shops } from '../../schema/tables/shop.ts'
import { openDatabase } from '../../worker/db/database.ts'
import { Browser } from '../support/edge.ts'
import { buildWorld } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const ORIGIN = 'http://localhost:8787'
const fan = new Browser(ORIGIN)

beforeAll(async () => {
  await buildWorld(Date.now())
  const db = openDatabase(testEnv.DB)
  const setMeta = (slug: string, meta: ShopMeta) => db.update(shops).set({ meta }).where(eq(shops.slug, slug))
  await setMeta('stagedoor', { kulturpass: true })
  await setMeta('eisenwald', { kulturpass: true, hide_kulturpass: true })
})

describe('the sitemap', () => {
  it("SEO-02 lists the pages of each shop in both languages, and each host's robots.txt names its sitemaps", async () => {
    const robots = await fan.open('/robots.txt')
    expect(robots.headers.get('content-type')).toContain('text/plain')
    expect(robots.body).toContain('Disallow: /checkout\nDisallow: /*/checkout\n')
    expect(robots.body.match(/^Sitemap: .*/gm)).toEqual([
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      `Sitemap: ${ORIGIN}/nachtfalter/sitemap.xml`,
    ])
    const main = await fan.open('/sitemap.xml')
    expect(main.headers.get('content-type')).toContain('application/xml')
    for (const path of ['/', '/events/seated', '/products/foreign', '/artists/nachtfalter', '/categories/shirts']) {
      expect(main.body).toContain(`<loc>${ORIGIN}${path}</loc>`)
    }
    expect(main.body).not.toMatch(/geheim|secret/)
    const band = (await fan.open('/nachtfalter/sitemap.xml')).body
    const plain = `${ORIGIN}/nachtfalter/products/shirt`
    const links = [
      ['de', plain],
      ['en', `${plain}?lang=en`],
      ['x-default', plain],
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    expect(band).toContain(`<url><loc>${plain}</loc>${links.join('')}</url>`)
    expect(band).toContain(`<url><loc>${plain}?lang=en</loc>${links.join('')}</url>`)
    expect(band).toContain(`<loc>${ORIGIN}/nachtfalter</loc>`)
    expect(band).not.toContain('foreign')

    const own = new Browser('http://merch.eisenwald.example')
    expect((await own.open('/robots.txt')).body).toContain('Sitemap: http://merch.eisenwald.example/sitemap.xml')
    expect((await own.open('/sitemap.xml')).body).toContain(
      '<loc>http://merch.eisenwald.example/products/foreign</loc>',
    )
  })

  it('SEO-02, SHOP-03 contains the page of the KulturPass only with the meta key kulturpass and without hide_kulturpass', async () => {
    const host = new Browser('http://merch.eisenwald.example')
    const bodies = [
      (await fan.open('/sitemap.xml')).body,
      (await fan.open('/nachtfalter/sitemap.xml')).body,
      (await host.open('/sitemap.xml')).body,
    ]
    expect(bodies.map((body) => body.includes('/kulturpass</loc>'))).toEqual([true, false, false])
    for (const body of bodies) expect(body).toContain('/gamepolicy</loc>')
  })

  it('SEO-02, SHOP-07 does not exist for a locked shop, and its host has no robots.txt either', async () => {
    expect((await fan.open('/geheim/sitemap.xml')).status).toBe(404)
    const host = new Browser('http://geheim.localhost:8787')
    for (const path of ['/robots.txt', '/sitemap.xml']) expect((await host.open(path)).status).toBe(404)
  })
})
