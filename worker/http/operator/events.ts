/**
 * The operator's routes for one event: the count of its seats, their holds and bookings, the event's cancellation, and the
 * release of its refunds.
 */
import { Hono } from 'hono/tiny'
import { openDatabase } from '../../db/database.ts'
import { cancelEventStep, eventCancellation } from '../../services/event-cancellation.ts'
import { releaseEventRefunds } from '../../services/refund-release.ts'
import { claimsOfEvent, countSeats } from '../../services/seat-count.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { found } from './command.ts'

export const eventRoutes = new Hono<EdgeEnv>()

eventRoutes.get('/events/:slug{[a-z0-9_-]+}/seats', async (http) =>
  found(http, await countSeats(http.env, openDatabase(http.env.DB), http.req.param('slug'), Date.now())),
)
eventRoutes.get('/events/:slug{[a-z0-9_-]+}/claims', async (http) =>
  found(http, await claimsOfEvent(http.env, openDatabase(http.env.DB), http.req.param('slug'), Date.now())),
)
eventRoutes.get('/events/:slug{[a-z0-9_-]+}/cancellation', async (http) =>
  http.json(await eventCancellation(http.env, http.req.param('slug'))),
)
eventRoutes.post('/events/:slug{[a-z0-9_-]+}/cancellation', async (http) =>
  http.json(await cancelEventStep(http.env, http.req.param('slug'), Date.now())),
)
eventRoutes.post('/events/:slug{[a-z0-9_-]+}/refund-release', async (http) =>
  http.json(await releaseEventRefunds(http.env, http.req.param('slug'), Date.now())),
)
