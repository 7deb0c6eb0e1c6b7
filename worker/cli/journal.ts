/** `npm run journal`: lists the operators' latest commands, newest first. */
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

type Entry = { happenedAt: number; actor: string; path: string; command: string; status: number }

try {
  const entries = (await ask('GET', '/journal')) as Entry[]
  console.table(entries.map(({ happenedAt, ...rest }) => ({ at: new Date(happenedAt).toISOString(), ...rest })))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
