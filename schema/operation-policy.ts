import { operationPolicies } from './generated/operation-policies.ts'

/** How the edge treats an operation, from the directives in schema/operation-directives.graphql. */
export type OperationPolicy = {
  /** `nowhere`: the answer concerns one visitor or one moment and is never cached. */
  cachedFrom: 'database' | 'shops' | 'nowhere'
  guardedBy: 'all' | 'event' | 'items' | 'none'
  content: { kind: 'event' | 'product' | 'tour' | 'artist'; variable: string } | null
  isSecret: boolean
}

const policies: Readonly<Record<string, OperationPolicy>> = operationPolicies

/** Throws for a name that is no operation: schema/generated is out of date. */
export function policyOf(operation: string): OperationPolicy {
  const policy = policies[operation]
  if (!policy) throw new Error(`operation ${operation} has no policy: run npm run generate`)
  return policy
}
