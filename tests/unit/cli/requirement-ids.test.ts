import { describe, expect, it } from 'vitest'
import { requirementFaults } from '../../../worker/cli/requirement-ids.ts'

const LIST = `## ROOM: rooms

- **ROOM-01** A room has a window.
- **ROOM-02** A window opens.
  - Decision: outwards.
`

/** Builds the source of a test. If this file contained such a test, the check in CI would report its ids as not listed. */
const written = (title: string, call = 'it') => `${call}('${title}', () => {})`
const tests = (...titles: string[]) => ({
  path: 'tests/unit/room.test.ts',
  text: titles.map((t) => written(t)).join('\n'),
})

describe('check of requirement ids', () => {
  it('accepts a list in which every id starts a test title', () => {
    expect(requirementFaults(LIST, [tests('ROOM-01, ROOM-02 opens')])).toEqual([])
  })

  it('reads the titles of suites, of table tests and of calls over several lines', () => {
    const text = `describe(\n  'ROOM-01 a room', () => {})\nit.each([1, 2])(\`ROOM-02 opens \${1}\`, () => {})`
    expect(requirementFaults(LIST, [{ path: 'tests/room.test.tsx', text }])).toEqual([])
  })

  it('reports an id that code uses and the list lacks', () => {
    const code = { path: 'worker/room.ts', text: '/** Opens inwards (ROOM-03). */' }
    expect(requirementFaults(LIST, [tests('ROOM-01 a', 'ROOM-02 b'), code])).toEqual([
      'ROOM-03 is used in worker/room.ts, but not listed',
    ])
  })

  it('reports an id of an unknown area in a test title, and ignores product numbers in code', () => {
    const code = { path: 'worker/codes.ts', text: 'const standard = "EAN-13"' }
    expect(requirementFaults(LIST, [tests('ROOM-01 a', 'ROOM-02 b', 'LAMP-01 shines'), code])).toEqual([
      'LAMP-01 is used in tests/unit/room.test.ts, but not listed',
    ])
  })

  it('reports an id that occurs only in a comment, a skipped test or the middle of a title', () => {
    const files = [
      tests('ROOM-01 opens as ROOM-02 says'),
      { path: 'tests/unit/window.test.ts', text: `// ROOM-02\n${written('ROOM-02 opens', 'it.skip')}` },
      { path: 'worker/room.ts', text: written('ROOM-02 opens') },
    ]
    expect(requirementFaults(LIST, files)).toEqual(['ROOM-02 is listed, but no test title begins with it'])
  })

  it('reports an id that is listed twice', () => {
    expect(requirementFaults(`${LIST}- **ROOM-01** A room has a lamp.\n`, [tests('ROOM-01 a', 'ROOM-02 b')])).toEqual([
      'ROOM-01 is listed twice',
    ])
  })
})
