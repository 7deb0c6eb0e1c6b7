import { describe, expect, it } from 'vitest'
import { scriptsOf } from '../../../worker/http/built-scripts.ts'

const BUILT = {
  'main.tsx': { file: 'assets/main.js', imports: ['_kit.js', '_vendor.js'] },
  '_kit.js': { file: 'assets/kit.js', imports: ['_vendor.js', 'main.tsx'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  'plain.css': { file: 'assets/plain.css' },
}

describe('scriptsOf', () => {
  it('returns a source’s own script, then each imported script once, and none for a style sheet', () => {
    expect([...scriptsOf(BUILT, 'main.tsx')]).toEqual(['assets/main.js', 'assets/kit.js', 'assets/vendor.js'])
    expect([...scriptsOf(BUILT, 'plain.css')]).toEqual([])
    expect([...scriptsOf(BUILT, 'gone.tsx')]).toEqual([])
  })
})
