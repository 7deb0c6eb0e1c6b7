/**
 * `npm run support`: lists, shows, answers and completes the submissions of fans. Connects to the deployed shop if SHOP_URL and
 * OPERATOR_TOKEN are set, else to the local server.
 */
import { readFileSync } from 'node:fs'
import { messageOf } from '../domain/text/error-message.ts'
import { ask } from './operator-client.ts'

const USAGE = `usage: npm run support -- COMMAND
  list [done]           list open submissions, or completed ones; "!" marks those that have waited for more than 14 days
  show REFERENCE        show a submission with its answers, and links to its photos that work for 15 minutes
  reply REFERENCE TEXT  mail an answer to the fan; with "-" as TEXT, read it from the standard input
  done REFERENCE        complete a submission; it is deleted 28 days later, with its photos and answers`

type Listed = {
  reference: string
  kind: string
  shop: string
  name: string
  email: string
  createdAt: number
  isLate: boolean
}

const instant = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function listed({ reference, kind, shop, name, email, createdAt, isLate }: Listed) {
  return { '': isLate ? '!' : '', reference, kind, shop, name, email, since: instant(createdAt) }
}

/** Instants become readable dates. */
function shown(name: string, value: unknown): unknown {
  return name.endsWith('At') && typeof value === 'number' ? instant(value) : value
}

async function run(): Promise<void> {
  const [command, reference, ...words] = process.argv.slice(2)
  if (command === 'list')
    return console.table(
      ((await ask('GET', reference === 'done' ? '/submissions?done=1' : '/submissions')) as Listed[]).map(listed),
    )
  if (reference !== undefined) {
    const text = words.length === 1 && words[0] === '-' ? readFileSync(0, 'utf8') : words.join(' ')
    if (command === 'show')
      return console.log(JSON.stringify(await ask('GET', `/submissions/${encodeURIComponent(reference)}`), shown, 2))
    if (command === 'done') return console.log(await ask('POST', '/submissions/done', { reference }))
    if (command === 'reply' && text.trim() !== '')
      return console.log(await ask('POST', '/submissions/reply', { reference, text }))
  }
  console.error(USAGE)
  process.exitCode = 2
}

try {
  await run()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
