/**
 * The edge's table of routes. The platform itself serves `/assets/*`, so these requests never get here.
 */
import { Hono } from 'hono/tiny'
import type { Env } from '../env.ts'
import { uploadOrigin } from '../integrations/storage.ts'
import { botCheckKeyOf } from '../integrations/turnstile.ts'
import { browserScripts, PROVIDER_ACCOUNTS } from '../payments/table.ts'
import { coloOf } from '../services/cache/edge-tiers.ts'
import { serveApi } from './api.ts'
import { APPLE_SERVICE, serveAppleWallet } from './apple-wallet.ts'
import { serveAvailability } from './availability.ts'
import { serveCheck } from './bot-check.ts'
import { refused } from './browser-post.ts'
import type { EdgeContext, EdgeEnv } from './edge-context.ts'
import { serveEventCalendar } from './event-calendar.ts'
import { answerFault } from './fault-page.ts'
import { refuseAtGate, refuseForeignHost } from './gate.ts'
import { serveStored } from './images.ts'
import { servePhoto } from './operator/photos.ts'
import { operator } from './operator/router.ts'
import { serveOrderDocument, serveOrderFile } from './order-files.ts'
import { serveHolderPass, serveOrderPass } from './order-passes.ts'
import { servePage } from './pages.ts'
import { recallAnswer, rememberAnswer } from './public-answers.ts'
import { setSecurityHeaders } from './security.ts'
import { readEdge } from './shop-context.ts'
import { trackerOrigins } from './trackers.ts'
import { serveLottery, serveLotteryPage } from './waiting-room/lottery-page.ts'
import { serveEntryRequest, serveLeave } from './waiting-room/queue-requests.ts'
import { serveWebhook } from './webhooks.ts'

/**
 * Returns the answer's headers for writing. An answer that comes from a binding has immutable headers, so it is copied
 * first.
 */
function mutableHeaders(http: EdgeContext): Headers {
  try {
    http.res.headers.set('x-content-type-options', 'nosniff')
  } catch {
    http.res = new Response(http.res.body, http.res)
  }
  return http.res.headers
}

async function foreignHost(http: EdgeContext): Promise<Response | null> {
  const { req, env } = http
  if (env.ENVIRONMENT === 'development') return null
  const edge = await readEdge(http)
  return edge.failed ? null : refuseForeignHost(req.raw, env, edge.shops)
}

/**
 * Hono's tiny preset compiles one regular expression per route when the worker starts. Hono's linear router would parse each
 * route's pattern again for each request, and Hono's fastest router cannot match `/queue/…` beside `/:band/queue/…`.
 */
const app = new Hono<EdgeEnv>()

app.use(async (http, next) => {
  const foreign = await foreignHost(http)
  if (foreign) http.res = foreign
  else await next()
  const headers = mutableHeaders(http)
  // An answer that sets a cookie must not be cached for others.
  if (headers.has('set-cookie') && headers.get('cache-control')?.startsWith('public')) {
    headers.set('cache-control', 'private, no-cache')
  }
  setSecurityHeaders(headers, {
    hasSecretAddress: http.get('hasSecretAddress') ?? false,
    secure: http.req.url.startsWith('https:'),
    checksForBots: botCheckKeyOf(http.env) !== null,
    payments: http.get('allowsPayment') ? browserScripts(http.env) : [],
    reportOrigins: trackerOrigins(http.env),
    uploadOrigin: http.get('uploads') ? uploadOrigin(http.env) : null,
  })
  const cacheable = http.get('cacheable')
  if (cacheable && !headers.has('set-cookie')) rememberAnswer(http.req.url, cacheable.key, cacheable.entry, headers)
})

app.on(['GET', 'POST'], '/api/v2/shops/:slug/graphql', serveApi)
app.get('/api/v2/shops/:slug/orders/:order/:reference/:file', serveOrderFile)
app.get('/api/v2/shops/:slug/orders/:order/files/:key/:file', serveOrderFile)
app.get('/api/v2/shops/:slug/orders/:order/documents/:key/:file', serveOrderDocument)
app.get('/api/v2/shops/:slug/events/:event/calendar.ics', serveEventCalendar)
app.get('/api/v2/shops/:slug/passes/:pass/:file', serveHolderPass)
app.get('/api/v2/shops/:slug/orders/:order/wallet/:key/:file', serveOrderPass)
app.get('/api/v2/shops/:slug/orders/:order/:reference/wallet/:file', serveOrderPass)
app.on(['GET', 'POST', 'DELETE'], `${APPLE_SERVICE}/v1/*`, serveAppleWallet)
app.get('/queue/:scope{shop|catalogue|event}/:id/draw.json', serveLottery)
app.get('/queue/:scope{shop|catalogue|event}/:id/draw', serveLotteryPage)
app.get('/:band/queue/:scope{shop|catalogue|event}/:id/draw', serveLotteryPage)
app.post('/check', serveCheck)
app.post('/queue/place', serveEntryRequest)
app.post('/queue/leave', serveLeave)
app.all('/api/*', (http) => refused(http, 404))
app.get('/availability/:eventId', serveAvailability)
for (const account of Object.values(PROVIDER_ACCOUNTS)) app.post(`/webhooks/${account.id}`, serveWebhook(account))
// A signed link replaces the operator's token, so this route comes before the operator's routes.
app.get('/operator/photos/:upload', servePhoto)
app.route('/operator', operator)
app.get('/images/*', serveStored)
app.get('/seat-maps/*', serveStored)
app.get('/audio/*', serveStored)
app.on(['GET', 'HEAD', 'POST'], '*', servePage)
app.all('*', (http) => http.text('Method not allowed', 405, { allow: 'GET, HEAD' }))

app.onError((error, http) => answerFault(http, error))

export function serve(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response> {
  const refused = refuseAtGate(request, env)
  if (refused) return refused
  const edge = { env, colo: coloOf(request), waitUntil: (work: Promise<unknown>) => execution.waitUntil(work) }
  return recallAnswer(request, edge) ?? app.fetch(request, env, execution)
}
