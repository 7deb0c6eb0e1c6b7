/**
 * `npm run incidents -- list | accepted | resolve ID | accept ID | reopen ID`: faults that a person must look at. Speaks to the operator's addresses of the
 * local server, or of a deployed one by SHOP_URL and OPERATOR_TOKEN.
 */
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

const USAGE = `usage: npm run incidents -- COMMAND
  list         what is open
  accepted     what is accepted
  resolve ID   it has been mended; it is open again if it is found again
  accept ID    it may stay as it is; it is open again only if its details change
  reopen ID    it is open again`

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
