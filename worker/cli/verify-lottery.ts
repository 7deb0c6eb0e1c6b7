/**
 * `npm run verify-lottery -- URL_OR_FILE [ENTRY_ID]` verifies the lottery that the shop published at
 * /queue/{scope}/{id}/draw.json. The file contains the seed and its hash. Compare the printed hash with the one that
 * you noted before the opening. If they differ, the shop has replaced the seed. Exits with 1 if the lottery cannot be
 * verified or the seed does not have the hash.
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { messageOf } from '../domain/text/error-message.ts'
import { verifyLottery } from '../domain/waiting-room/lottery.ts'

const FILE = z.object({
  room: z.string(),
  seedHash: z.string(),
  seed: z.nullable(z.string()),
  opensAt: z.number(),
  early: z.number(),
  drawThreshold: z.number(),
})

const PROBLEMS = {
  'not opened': 'The lottery has not taken place yet: the seed is published at the opening.',
  'seed missing': 'The seed is missing or malformed, so nothing can be verified.',
  'hash differs': 'The seed does not have the published hash: this is NOT the lottery that was announced.',
}

async function read(source: string): Promise<unknown> {
  if (!/^https?:\/\//.test(source)) return JSON.parse(readFileSync(source, 'utf8'))
  const answer = await fetch(source, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${source} answered with ${answer.status}`)
  return answer.json()
}

async function run(source: string, entryId: string | null): Promise<boolean> {
  const lottery = FILE.parse(await read(source))
  console.log(`${lottery.room}, opening at ${new Date(lottery.opensAt).toISOString()}, ${lottery.early} entries`)
  console.log(`hash ${lottery.seedHash}`)
  const verdict = verifyLottery(lottery, entryId, Date.now())
  if (!verdict.ok) {
    console.error(PROBLEMS[verdict.problem])
    return false
  }
  console.log(`seed ${lottery.seed}`)
  console.log('The seed has this hash. Compare it with the hash that you saw before the opening.')
  if (verdict.rank === null || verdict.before === null) return true
  const called = verdict.rank < lottery.drawThreshold ? 'called' : 'not called yet'
  console.log(
    `${entryId} has rank ${verdict.rank.toFixed(6)}: about ${verdict.before} of ${lottery.early} ahead, ${called}`,
  )
  return true
}

const [source, entryId = null] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: npm run verify-lottery -- URL_OR_FILE [ENTRY_ID]')
  process.exitCode = 2
} else {
  try {
    process.exitCode = (await run(source, entryId)) ? 0 : 1
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}
