/**
 * Tests how the shop lists the account's webhook endpoints at Stripe. The sandbox does not implement this operation, so the
 * test serves the list itself.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { listEndpoints } from '../../worker/integrations/stripe.ts'
import { published, shapeErrors } from './stripe-published.ts'

const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: 1_700_000_000,
  description: null,
  enabled_events: ['checkout.session.completed'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: 'https://shop.example/webhooks/stripe',
}

if (published) {
  const { spec } = published
  it("the example endpoint matches Stripe's published schema", () => {
    expect(shapeErrors(spec)('webhook_endpoint', endpoint)).toEqual([])
  })
}

it("listEndpoints returns the URL, the status and the events of each of the account's endpoints", async () => {
  const server = createServer((request, response) => {
    const list = { object: 'list', data: [endpoint], has_more: false, url: '/v1/webhook_endpoints' }
    const isKnown = request.url?.startsWith('/v1/webhook_endpoints?')
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(list))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const { port } = server.address() as AddressInfo
    const settings = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: `http://127.0.0.1:${port}` }
    expect(await listEndpoints(settings)).toEqual([
      { url: endpoint.url, status: 'enabled', events: endpoint.enabled_events },
    ])
  } finally {
    await new Promise((done) => server.close(done))
  }
})
