/**
 * The operations that the worker executes, by the SHA-256 hash of their document. Each is parsed once, at its first use.
 */
import { type DocumentNode, Kind, parse } from 'graphql'
import known from '../../schema/generated/operations.json' with { type: 'json' }
import { type OperationPolicy, policyOf } from '../../schema/operation-policy.ts'

export type PersistedOperation = {
  hash: string
  name: string
  kind: 'query' | 'mutation'
  document: () => DocumentNode
  /** The names of the variables that the operation declares, in the order of their declaration. */
  variables: () => readonly string[]
} & OperationPolicy

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
        hash,
        name,
        kind: kind === 'mutation' ? 'mutation' : 'query',
        document: parseOnce,
        variables: () => {
          declared ??= variablesOf(parseOnce())
          return declared
        },
        ...policyOf(name),
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
