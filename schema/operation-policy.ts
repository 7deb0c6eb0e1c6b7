import { operationPolicies } from './generated/operation-policies.ts'

/** How the edge treats an operation. The build derives it from the directives in schema/operation-directives.graphql. */
export type OperationPolicy = {
  /** `nowhere`: the answer depends on the visitor or changes at any moment, so it is never cached. */
  cachedFrom: 'database' | 'shops' | 'nowhere'
  guardedBy: 'all' | 'event' | 'items' | 'none'
  content: { kind: 'event' | 'product' | 'tour' | 'artist'; variable: string } | null
  isSecret: boolean
}

const policies: Readonly<Record<string, OperationPolicy>> = operationPolicies

/** Throws if no operation has this name, because schema/generated is then out of date. */
export function policyOf(operation: string): OperationPolicy {
  const policy = policies[operation]
  if (!policy) throw new Error(`operation ${operation} has no policy: run npm run generate`)
  return policy
}
