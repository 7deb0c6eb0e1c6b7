/** Runs the script of `npm run verify-lottery` with a lottery file. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../../worker/cli/root.ts'
import { newLottery } from '../../../worker/domain/waiting-room/lottery.ts'

const folder = mkdtempSync(join(tmpdir(), 'stagedoor-lottery-'))
afterAll(() => rmSync(folder, { recursive: true }))

const published = { room: 'event/evt_1', ...newLottery(), opensAt: 1000, early: 500, drawThreshold: 0.5 }

function verify(lottery: unknown, ...rest: string[]): Promise<{ code: number; out: string }> {
  const file = join(folder, 'lottery.json')
  writeFileSync(file, JSON.stringify(lottery))
  return new Promise((resolve) => {
    const args = [join(ROOT, 'worker/cli/verify-lottery.ts'), file, ...rest]
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr })
    })
  })
}

it('SES-04 verify-lottery confirms a lottery that matches its hash, and prints the rank of an entry', async () => {
  const { code, out } = await verify(published, 'entry-1')
  expect(out).toContain('The seed has this hash')
  expect(out).toMatch(/entry-1 has rank 0\.\d{6}: about \d+ of 500 ahead/)
  expect(code).toBe(0)
})

it.each([
  ['another seed', { ...published, seed: newLottery().seed }, 'NOT the lottery'],
  [
    'a lottery before the opening',
    { ...published, seed: null, opensAt: Date.now() + 3_600_000 },
    'not taken place yet',
  ],
  ['a file without a lottery', { room: 1 }, 'seedHash'],
])('SES-04 verify-lottery ends with status 1 for %s', async (_, lottery, text) => {
  const { code, out } = await verify(lottery)
  expect(out).toContain(text)
  expect(code).toBe(1)
})
