import { describe, expect, it } from 'vitest'
import { mergeWork, NO_WORK, type Work, workOf } from '../../../worker/cli/dev-change.ts'

const wanted = (work: Work) => Object.entries(work).flatMap(([name, isWanted]) => (isWanted ? [name] : []))

describe('a changed file', () => {
  it.each([
    ['web/routes/product/product.tsx', []],
    ['web/styles/base.css', []],
    ['web/designs/plain.css', []],
    ['web/i18n/de/cart.json', ['messages']],
    ['web/i18n/generated/messages/cart_title.js', []],
    ['web/index.html', ['assets']],
    ['worker/graphql/shop.ts', ['worker']],
    ['worker/durable/cart.ts', ['worker']],
    ['worker/cli/import.ts', []],
    ['worker/import/index.ts', []],
    ['worker/README.md', []],
    ['schema/limits.ts', ['worker']],
    ['schema/graphql/shop.graphql', ['generate', 'worker']],
    ['schema/operations/shop.graphql', ['generate', 'worker']],
    ['schema/generated/operations.json', []],
    ['tests/sandbox/server.ts', []],
  ])('%s leads to the work %j', (path, expected) => {
    expect(wanted(workOf(path, false))).toEqual(expected)
  })

  it('leads to new assets if it is a new design', () => {
    expect(wanted(workOf('web/designs/nordlicht.css', true))).toEqual(['assets'])
  })

  it('leads to the work of both files if another file changed too', () => {
    const both = mergeWork(workOf('web/i18n/de/cart.json', false), workOf('worker/graphql/shop.ts', false))
    expect(wanted(both)).toEqual(['messages', 'worker'])
    expect(mergeWork(NO_WORK, NO_WORK)).toEqual(NO_WORK)
  })
})
