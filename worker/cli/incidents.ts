/**
 * `npm run incidents -- list | accepted | resolve ID | accept ID | reopen ID`: lists, closes and reopens incidents that need a
 * person. Connects to the deployed shop if SHOP_URL and OPERATOR_TOKEN are set, else to the local server.
 */
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

const USAGE = `usage: npm run incidents -- COMMAND
  list         list open incidents
  accepted     list accepted incidents
  resolve ID   close a fixed incident; it reopens if it is found again
  accept ID    close an incident whose cause stays; it reopens only if its details change
  reopen ID    open a resolved or accepted incident again`

const CHANGES = ['resolve', 'accept', 'reopen']

type ListedIncident = { id: string; kind: string; subjectId: string; details: object; createdAt: number }

function listed({ id, kind, subjectId, details, createdAt }: ListedIncident) {
  const since = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return { id, kind, subject: subjectId, since, details: JSON.stringify(details) }
}

const [command, id] = process.argv.slice(2)
try {
  if (command === 'list') console.table(((await ask('GET', '/incidents')) as ListedIncident[]).map(listed))
  else if (command === 'accepted')
    console.table(((await ask('GET', '/incidents/accepted')) as ListedIncident[]).map(listed))
  else if (command && CHANGES.includes(command) && id) console.log(await ask('POST', `/incidents/${command}`, { id }))
  else {
    console.error(USAGE)
    process.exitCode = 2
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
