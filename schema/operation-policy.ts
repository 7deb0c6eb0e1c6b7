import { operationPolicies } from './generated/operation-policies.ts'

/**
 * How the worker caches and guards an operation. `npm run generate` derives the policy from the directives of the
 * operation, which schema/operation-directives.graphql declares.
 */
export type OperationPolicy = {
  /**
   * `nowhere` means that the shared caches do not store the answer, because it depends on the visitor or may change at any
   * moment.
   */
  cachedFrom: 'database' | 'shops' | 'nowhere'
  guardedBy: 'all' | 'event' | 'items' | 'none'
  content: { kind: 'event' | 'product' | 'tour' | 'artist'; variable: string } | null
  isSecret: boolean
  /** The operation runs without the code of a protected shop. */
  needsNoCode: boolean
}

const policies: Readonly<Record<string, OperationPolicy>> = operationPolicies

/** Throws if no operation has this name. In that case, schema/generated is out of date. */
export function policyOf(operation: string): OperationPolicy {
  const policy = policies[operation]
  if (!policy) throw new Error(`operation ${operation} has no policy: run npm run generate`)
  return policy
}
