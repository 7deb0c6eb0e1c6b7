/** The edge's table of routes. Assets never come here: the platform serves them before the worker wakes. */
import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import { serveApi } from './api.ts'
import { serveStored } from './images.ts'
import { serveOperator } from './operator.ts'
import { servePage } from './pages.ts'
import { setSecurityHeaders } from './security.ts'
import { serveStripeWebhook } from './webhooks.ts'

export const app = new Hono<{ Bindings: Env }>()

app.use(async (http, next) => {
  await next()
  http.res = new Response(http.res.body, http.res)
  setSecurityHeaders(http.res.headers, new URL(http.req.url).protocol === 'https:')
})

app.on(['GET', 'POST'], '/api/v2/shops/:slug/graphql', serveApi)
app.all('/api/*', (http) =>
  http.json({ errors: [{ message: 'NOT_FOUND', extensions: { code: 'NOT_FOUND', params: { what: 'path' } } }] }, 404),
)
app.post('/webhooks/stripe', serveStripeWebhook)
app.on(['GET', 'POST'], '/operator/*', serveOperator)
app.get('/images/*', serveStored)
app.get('/seat-maps/*', serveStored)
app.on(['GET', 'HEAD', 'POST'], '*', servePage)
app.all('*', (http) => http.text('Method not allowed', 405, { allow: 'GET, HEAD' }))

app.onError((error, http) => {
  const requestId = crypto.randomUUID()
  log('error', 'request failed', {
    requestId,
    path: new URL(http.req.url).pathname,
    error: error.stack ?? error.message,
  })
  return http.text(`Internal error ${requestId}`, 500)
})
