/** Tests the answers of the edge: status codes, redirects, metadata, the first view's data, and access to locked shops. */
import { createHash } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyShop, openJourneyShop } from '../support/journey-shop.ts'

let shop: JourneyShop
beforeAll(async () => {
  shop = await openJourneyShop()
})
afterAll(async () => {
  await shop.close()
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Requests a path with any host name, as if the name resolved to the server. */
function request(path: string, host = 'localhost', headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}`, ...headers } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    }).on('error', reject)
  })
}

describe('the edge', () => {
  it('SHOP-01, SHOP-02 serves the main shop and band shops by host and by path', async () => {
    const main = await request('/')
    expect(main.status).toBe(200)
    for (const answer of [await request(`/${shop.band}`), await request('/', `${shop.band}.localhost`)]) {
      expect(answer.status).toBe(200)
      expect(answer.body).toContain(`"slug":"${shop.band}"`)
    }
  })

  it("SHOP-04 redirects a band shop's path to the shop's own domain, and another shop's path on that domain to the home page", async () => {
    const { port } = new URL(shop.url)
    const answer = await request(`/${shop.customBand}/events?page=2&x=y`)
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe(`http://${shop.customDomain}:${port}/events?page=2&x=y`)
    expect((await request('/', shop.customDomain)).status).toBe(200)
    expect((await request(`/${shop.band}/events`, shop.customDomain)).headers.location).toBe('/')
  })

  it("SEO-01 sends title, description, canonical URL, share tags, structured data and the page's data", async () => {
    const { body } = await request(`/${shop.band}/events/${shop.seatedEvent}`)
    expect(body).toMatch(/<title>[^<]+ – [^<]+<\/title>/)
    expect(body).toMatch(/<meta name="description" content="[^"]{20,}">/)
    expect(body).toMatch(/<link rel="canonical" href="https?:[^"]+">/)
    expect(body).toContain('property="og:title"')
    const [, data = ''] =
      /<script type="application\/ld\+json">(\{"@context":"https:\/\/schema.org","@type":"MusicEvent".*?)<\/script>/.exec(
        body,
      ) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'MusicEvent',
      offers: expect.arrayContaining([expect.objectContaining({ priceCurrency: 'EUR' })]),
    })
    const [, page = ''] = /<script type="application\/json" id="stagedoor-page">(.*?)<\/script>/s.exec(body) ?? []
    expect(JSON.parse(page)).toMatchObject({
      status: 200,
      locale: 'de',
      answers: [{ data: { event: { slug: shop.seatedEvent } } }],
    })
  })

  it('SHOP-11, SHOP-13 answers 404 for missing pages, unknown paths and files, and redirects old URLs', async () => {
    const missing = await request('/events/no-such-evening')
    expect(missing.status).toBe(404)
    expect(missing.body).toContain('prerender-status-code')
    expect(await request('/event/x?y=1')).toMatchObject({ status: 301, headers: { location: '/events/x?y=1' } })
    expect(await request(`/${shop.band}/item/x`)).toMatchObject({
      status: 301,
      headers: { location: `/${shop.band}/products/x` },
    })
    expect(await request('/no/such/page')).toMatchObject({ status: 404 })
    expect((await request('/wp-login.php')).status).toBe(404)
    expect((await request('/images/../secrets.json')).status).toBe(404)
  })

  it('L10N-01 prefers the query to the cookie, the cookie to the browser, and the browser to the default language', async () => {
    const language = async (path: string, cookie?: string, preference?: string) => {
      const headers = { ...(cookie && { cookie }), ...(preference && { 'accept-language': preference }) }
      return /<html lang="(\w+)"/.exec((await request(path, 'localhost', headers)).body)?.[1]
    }
    expect(await language('/')).toBe('de')
    expect(await language('/?lang=en')).toBe('en')
    expect(await language('/?lang=fr')).toBe('de')
    expect(await language('/', 'locale=en')).toBe('en')
    expect(await language('/?lang=de', 'locale=en')).toBe('de')
    expect(await language('/', undefined, 'en-GB,en;q=0.9,de;q=0.8')).toBe('en')
    expect(await language('/', 'locale=de', 'en-GB,en;q=0.9')).toBe('de')
    expect(await language('/', undefined, 'fr')).toBe('de')
    expect(await language('/')).toBe('de')
  })

  it("SHOP-07 sends a locked shop's page only to browsers with a valid cookie, and sets the cookie for the right password", async () => {
    const locked = await request(`/${shop.lockedBand}/`)
    expect(locked.status).toBe(401)
    expect(locked.body).not.toContain('stagedoor-page')
    expect((await request(`/${shop.lockedBand}/?code=wrong`)).headers.location).toContain('prompt_error=1')
    const opened = await request(`/${shop.lockedBand}/?code=${shop.accessCode}`)
    expect(opened.status).toBe(303)
    const [cookie = ''] = opened.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    const inside = await request(`/${shop.lockedBand}/`, 'localhost', { cookie: cookie.split(';')[0] ?? '' })
    expect(inside.status).toBe(200)
    expect((await request(`/${shop.lockedBand}/`)).status).toBe(401)
    const forged = (cookie.split(';')[0] ?? '').slice(0, -4)
    expect((await request(`/${shop.lockedBand}/`, 'localhost', { cookie: `${forged}AAAA` })).status).toBe(401)
  })

  it('sends a strict content security policy, no inline script, only the styles that the policy names, and immutable script files', async () => {
    const { headers, body } = await request('/')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const executable = [...body.matchAll(/<script(?![^>]*type="application\/)([^>]*)>/g)]
    expect(executable.every(([, attributes]) => attributes?.includes('src='))).toBe(true)
    const styles = [...body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
    expect(styles).toHaveLength(1)
    const hash = createHash('sha256').update(styles.join()).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(headers['x-style-hash']).toBeUndefined()
    const [, script = ''] = /<script type="module"[^>]*src="(\/assets\/[^"]+)"/.exec(body) ?? []
    expect((await request(script)).headers['cache-control']).toContain('immutable')
  })
})
