/**
 * The bare worker does the minimum on the platform: it sends a constant answer, runs one D1 query, or writes one row in a
 * Durable Object. Benchmarks measure this worker and the shop in the same run, and report the ratio of their request rates.
 */
import { DurableObject } from 'cloudflare:workers'

export class Row extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, value TEXT)')
    this.next = 0
  }

  async write() {
    this.next++
    this.ctx.storage.sql.exec(
      'INSERT OR REPLACE INTO rows (id, value) VALUES (?, ?)',
      this.next % 20_000,
      crypto.randomUUID(),
    )
    return this.next
  }
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/hello') return new Response('hello')
    if (pathname === '/object') return new Response(String(await env.ROW.getByName('one').write()))
    if (pathname === '/new-object') return new Response(String(await env.ROW.getByName(crypto.randomUUID()).write()))
    if (pathname === '/list') {
      const { results } = await env.DB.prepare('SELECT * FROM list ORDER BY place LIMIT 18').all()
      return Response.json(results)
    }
    if (pathname === '/fill') {
      await env.DB.prepare('CREATE TABLE list (place INTEGER PRIMARY KEY, body TEXT)').run()
      await env.DB.batch(
        Array.from({ length: 200 }, (_, place) =>
          env.DB.prepare('INSERT INTO list VALUES (?, ?)').bind(place, 'x'.repeat(400)),
        ),
      )
      return new Response('filled')
    }
    return new Response('no such path', { status: 404 })
  },
}
