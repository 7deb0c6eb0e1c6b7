/**
 * Runs the server as a process of its own. It prints its URL and the operators' token in one JSON line, and ends on SIGTERM.
 */
import { startServer } from '../../worker/cli/server.ts'

const { PORT, STATE_DIR, SANDBOX_URL } = process.env
if (!PORT || !STATE_DIR) throw new Error('PORT and STATE_DIR are required')
const server = await startServer({
  port: Number(PORT),
  stateDir: STATE_DIR,
  cronSeconds: 3,
  ...(SANDBOX_URL ? { sandboxUrl: SANDBOX_URL } : {}),
})
console.log(JSON.stringify({ url: server.url, token: server.operatorToken }))
process.on('SIGTERM', () => {
  void server.close().then(() => process.exit(0))
})
