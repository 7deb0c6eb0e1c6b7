import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WORKER = join(import.meta.dirname, '../../../../worker')
const DECLARED = /new (?:BoundedMap|PerVersion)<[^(]*\(\s*'([^']+)', ([\d_]+)/g

it('worker/README.md lists the name and bound of every BoundedMap and PerVersion', () => {
  const declared = readdirSync(WORKER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
    .flatMap((file) => [...readFileSync(join(WORKER, file), 'utf8').matchAll(DECLARED)])
    .map(([, name, most]) => ({ name: name ?? '', most: Number(most?.replaceAll('_', '')).toLocaleString('en') }))
  const readme = readFileSync(join(WORKER, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| ([^|]+) \| ([\d,]+)(?: [a-z ]+)? \| [^|]+ \|$/gm)].map(([, name, most]) => ({
    name: name ?? '',
    most: most ?? '',
  }))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(declared.length).toBeGreaterThan(0)
  expect(listed.sort(byName)).toEqual(declared.sort(byName))
})
