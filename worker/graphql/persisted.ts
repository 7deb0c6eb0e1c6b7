/** The operations the worker executes, by sha256; parsed once. Anything else does not exist. */
import { type DocumentNode, parse } from 'graphql'
import known from '../../schema/generated/operations.json' with { type: 'json' }

export type PersistedOperation = {
  name: string
  kind: 'query' | 'mutation'
  document: () => DocumentNode
  perVisitor: boolean
}

/** Queries whose answer concerns one visitor or one moment: never cached. */
const PER_VISITOR = new Set([
  'Cart',
  'Session',
  'CheckoutOptions',
  'Order',
  'AvailableSeatIds',
  'PresaleCode',
  'DiscountsOpen',
])

const operations = new Map<string, PersistedOperation>(
  known.map(({ name, kind, hash, document }) => {
    let parsed: DocumentNode | undefined
    return [
      hash,
      {
        name,
        kind: kind === 'mutation' ? 'mutation' : 'query',
        document: () => {
          parsed ??= parse(document, { noLocation: true })
          return parsed
        },
        perVisitor: kind === 'mutation' || PER_VISITOR.has(name),
      },
    ]
  }),
)

export function persistedOperation(hash: string): PersistedOperation | undefined {
  return operations.get(hash)
}
