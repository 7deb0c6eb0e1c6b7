import { type FieldNode, Kind, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { operationPolicies } from '../../../schema/generated/operation-policies.ts'
import operations from '../../../schema/generated/operations.json' with { type: 'json' }
import { policyOf } from '../../../schema/operation-policy.ts'
import { ROUTES } from '../../../schema/routes.ts'
import { isGatedRoute } from '../../../schema/rules/gated-routes.ts'

/** Root fields whose answer depends on the visitor’s cookies or changes within seconds. */
const OF_ONE_VISITOR = [
  'cart',
  'session',
  'shippingMethods',
  'order',
  'presaleCode',
  'availableSeatIds',
  'discountsOpen',
]

function rootFields(document: string): string[] {
  return parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections
          .filter((selection): selection is FieldNode => selection.kind === Kind.FIELD)
          .map(({ name }) => name.value)
      : [],
  )
}

describe('operation policies', () => {
  it('exist for each persisted operation and for nothing else', () => {
    expect(Object.keys(operationPolicies).sort()).toEqual(operations.map(({ name }) => name).sort())
    expect(() => policyOf('NoSuchOperation')).toThrow('NoSuchOperation')
  })

  it('cache no mutation, and no query whose answer depends on the visitor or changes within seconds', () => {
    const names = new Set(operations.flatMap(({ document }) => rootFields(document)))
    expect(OF_ONE_VISITOR.filter((field) => !names.has(field))).toEqual([])
    const wrong = operations.filter(
      ({ name, kind, document }) =>
        policyOf(name).cachedFrom !== 'nowhere' &&
        (kind === 'mutation' || rootFields(document).some((field) => OF_ONE_VISITOR.includes(field))),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('guard every cached query with all waiting rooms, except those of pages that no room guards', () => {
    const unguarded = operations.filter(
      ({ name }) => policyOf(name).cachedFrom !== 'nowhere' && policyOf(name).guardedBy !== 'all',
    )
    expect(unguarded.map(({ name }) => name).sort()).toEqual(['ShippingCountries', 'Shop', 'TicketServiceEvent'])
  })

  it('SHOP-07 let a page without the code run its own operation, and stop the operation of every other page', () => {
    for (const { name, operation } of ROUTES)
      if (operation) expect(policyOf(operation.name).needsNoCode, name).toBe(!isGatedRoute(name))
    expect(policyOf('Shop').needsNoCode).toBe(true)
  })

  it('leave no directive in the documents, so that hashes depend only on the fields', () => {
    for (const { document } of operations) expect(document).not.toMatch(/@(cached|guarded|shows|secret|needsNoCode)\b/)
  })
})
