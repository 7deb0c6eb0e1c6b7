/** The operations the worker executes, by sha256; parsed once. Anything else does not exist. */
import { type DocumentNode, Kind, parse } from 'graphql'
import known from '../../schema/generated/operations.json' with { type: 'json' }

export type PersistedOperation = {
  name: string
  kind: 'query' | 'mutation'
  document: () => DocumentNode
  /** The names of the variables it declares, in its order. */
  variables: () => readonly string[]
  perVisitor: boolean
  /** Answered from the rows of the shops, which every request has. */
  isOfShops: boolean
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
    let declared: string[] | undefined
    const parseOnce = () => {
      parsed ??= parse(document, { noLocation: true })
      return parsed
    }
    return [
      hash,
      {
        name,
        kind: kind === 'mutation' ? 'mutation' : 'query',
        document: parseOnce,
        variables: () => {
          declared ??= variablesOf(parseOnce())
          return declared
        },
        perVisitor: kind === 'mutation' || PER_VISITOR.has(name),
        isOfShops: name === 'Shop',
      },
    ]
  }),
)

function variablesOf({ definitions }: DocumentNode): string[] {
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  )
}

export function persistedOperation(hash: string): PersistedOperation | undefined {
  return operations.get(hash)
}
