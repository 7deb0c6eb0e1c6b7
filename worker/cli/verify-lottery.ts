/**
 * `npm run verify-draw -- URL_OR_FILE [PLACE_ID]`: checks a waiting room's draw by what the shop published at
 * /queue/{scope}/{id}/draw.json. The hash, known since before the opening, must be that of the seed, or the seed was chosen
 * afterwards. Ends with 1 where it is not, or where the draw has not taken place yet.
 */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { verifyDraw } from '../domain/waiting-room/lottery.ts'

const FILE = z.object({
  room: z.string(),
  seedHash: z.string(),
  seed: z.nullable(z.string()),
  opensAt: z.number(),
  early: z.number(),
  drawThreshold: z.number(),
})

const PROBLEMS = {
  'not opened': 'The draw has not taken place yet: the seed is published at the opening.',
  'seed missing': 'The seed is not published, or is none: nothing can be checked.',
  'hash differs': 'The seed does not belong to the hash: this is NOT the draw that was announced.',
}

async function read(source: string): Promise<unknown> {
  if (!/^https?:\/\//.test(source)) return JSON.parse(readFileSync(source, 'utf8'))
  const answer = await fetch(source, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${source} answered with ${answer.status}`)
  return answer.json()
}

async function run(source: string, placeId: string | null): Promise<boolean> {
  const draw = FILE.parse(await read(source))
  console.log(`${draw.room}, opening at ${new Date(draw.opensAt).toISOString()}, ${draw.early} drawn`)
  console.log(`hash ${draw.seedHash}`)
  const verdict = verifyDraw(draw, placeId, Date.now())
  if (!verdict.ok) {
    console.error(PROBLEMS[verdict.problem])
    return false
  }
  console.log(`seed ${draw.seed}`)
  console.log('The hash belongs to the seed. Compare it with the one you saw before the opening.')
  if (verdict.rank === null || verdict.before === null) return true
  const called = verdict.rank < draw.drawThreshold ? 'called' : 'not called yet'
  console.log(
    `${placeId} has rank ${verdict.rank.toFixed(6)}: about ${verdict.before} of ${draw.early} ahead, ${called}`,
  )
  return true
}

const [source, placeId = null] = process.argv.slice(2)
if (source === undefined) {
  console.error('npm run verify-draw -- URL_OR_FILE [PLACE_ID]')
  process.exitCode = 2
} else {
  try {
    process.exitCode = (await run(source, placeId)) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
