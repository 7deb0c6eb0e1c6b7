/** The operator's routes for submissions to customer service. */
import { Hono } from 'hono/tiny'
import * as z from 'zod/mini'
import { completeSubmission, listForSupport, replyToSubmission, showForSupport } from '../../services/support-desk.ts'
import type { EdgeEnv } from '../edge-context.ts'
import { command, found } from './command.ts'

const reference = z.string().check(z.maxLength(40))
const replySchema = z.strictObject({ reference, text: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)) })

export const submissionRoutes = new Hono<EdgeEnv>()

submissionRoutes.get('/submissions', async (http) =>
  http.json(await listForSupport(http.env, http.req.query('done') !== undefined, Date.now())),
)
submissionRoutes.get('/submissions/:reference{[0-9A-Za-z_]+}', async (http) =>
  found(http, await showForSupport(http.env, http.req.param('reference'), new URL(http.req.url).origin, Date.now())),
)
// The answer contains personal data, so the operators' journal records only which submission it belongs to.
submissionRoutes.post('/submissions/reply', (http) => {
  http.set('journalNote', '{}')
  return command(replySchema, (reply, { env, now }) => {
    http.set('journalNote', JSON.stringify({ reference: reply.reference }))
    return replyToSubmission(env, reply.reference, reply.text, now)
  })(http)
})
submissionRoutes.post(
  '/submissions/done',
  command(z.strictObject({ reference }), (submission, { env, now }) =>
    completeSubmission(env, submission.reference, now),
  ),
)
