/** `npm run verify-lottery`, as anyone would call it with a published file. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../../worker/cli/build.ts'
import { newLottery } from '../../../worker/domain/waiting-room/lottery.ts'

const folder = mkdtempSync(join(tmpdir(), 'stagedoor-draw-'))
afterAll(() => rmSync(folder, { recursive: true }))

const published = { room: 'event/evt_1', ...newLottery(), opensAt: 1000, early: 500, drawThreshold: 0.5 }

function verify(draw: unknown, ...rest: string[]): Promise<{ code: number; out: string }> {
  const file = join(folder, 'draw.json')
  writeFileSync(file, JSON.stringify(draw))
  return new Promise((resolve) => {
    const args = [join(ROOT, 'worker/cli/verify-lottery.ts'), file, ...rest]
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr })
    })
  })
}

it('SES-04 a draw that fits its hash is confirmed, with the rank of a place', async () => {
  const { code, out } = await verify(published, 'place-1')
  expect(out).toContain('The seed has this hash')
  expect(out).toMatch(/place-1 has rank 0\.\d{6}: about \d+ of 500 ahead/)
  expect(code).toBe(0)
})

it.each([
  ['a seed chosen afterwards', { ...published, seed: newLottery().seed }, 'NOT the lottery'],
  ['a draw before the opening', { ...published, seed: null, opensAt: Date.now() + 3_600_000 }, 'not taken place yet'],
  ['a file that is no draw', { room: 1 }, 'seedHash'],
])('SES-04 %s ends with 1', async (_, draw, text) => {
  const { code, out } = await verify(draw)
  expect(out).toContain(text)
  expect(code).toBe(1)
})
