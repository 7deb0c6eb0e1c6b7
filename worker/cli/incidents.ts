/**
 * `npm run incidents -- list | resolve ID`: faults that a person must look at. Speaks to the operator's addresses of the
 * local server, or of a deployed one by SHOP_URL and OPERATOR_TOKEN.
 */
import { ask } from './operator-client.ts'

type ListedIncident = { id: string; kind: string; subjectId: string; details: object; createdAt: number }

function listed({ id, kind, subjectId, details, createdAt }: ListedIncident) {
  const since = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return { id, kind, subject: subjectId, since, details: JSON.stringify(details) }
}

const [command, id] = process.argv.slice(2)
try {
  if (command === 'list') console.table(((await ask('GET', '/incidents')) as ListedIncident[]).map(listed))
  else if (command === 'resolve' && id) console.log(await ask('POST', '/incidents/resolve', { id }))
  else {
    console.error('usage: npm run incidents -- list | resolve ID')
    process.exitCode = 2
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
