/**
 * The operator's routes for one event: the count of its seats, their holds and bookings, and the event's cancellation.
 */
import { Hono } from 'hono/tiny'
import { openDatabase } from '../../db/database.ts'
import { cancelEventStep, eventCancellation } from '../../services/event-cancellation.ts'
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
