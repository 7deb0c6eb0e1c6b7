/**
 * Turns a known operation into a plan, once an isolate: which fields, by which resolver, completed how. Running a plan
 * means what GraphQL's own execution means (a test holds every operation against it), but decides nothing anew at each
 * request, and waits only where a resolver does. It knows what our operations use: objects, lists, scalars and fragments;
 * anything else fails when the plan is made.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { ShopContext } from '../context.ts'

export type Resolver = (source: unknown, args: Record<string, unknown>, context: ShopContext) => unknown
export type ResolversByType = Record<string, Record<string, Resolver>>

/** `data` is undefined where the variables did not fit and nothing ran; errors are as they were thrown. */
type Outcome = { data: unknown; errors: unknown[] }
export type Plan = (context: ShopContext, variables: Record<string, unknown>) => Promise<Outcome>

type Variables = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>
type Run = { context: ShopContext; variables: Variables; errors: unknown[] }
/** Answers with a value or the promise of one. */
type Complete = (value: unknown, run: Run) => unknown
type FieldPlan = {
  key: string
  isNullable: boolean
  resolve: (source: unknown, run: Run) => unknown
  complete: Complete
}
type Typed = { schema: GraphQLSchema; resolvers: ResolversByType; fragments: Map<string, FragmentDefinitionNode> }

export function compileOperation(schema: GraphQLSchema, resolvers: ResolversByType, document: DocumentNode): Plan {
  const fragments = new Map<string, FragmentDefinitionNode>()
  let operation: OperationDefinitionNode | undefined
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const root = operation ? schema.getRootType(operation.operation) : undefined
  if (!operation || !root) throw new Error('the document has no operation of this schema')
  const { variableDefinitions = [], selectionSet } = operation
  if (operation.operation === 'mutation' && selectionSet.selections.length !== 1)
    throw new Error('a mutation does one thing')
  const complete = objectPlan({ schema, resolvers, fragments }, root, [selectionSet])

  return async (context, given) => {
    const { variableValues: variables, errors: misfits } = getVariableValues(schema, variableDefinitions, given)
    if (!variables) return { data: undefined, errors: [...misfits] }
    const errors: unknown[] = []
    try {
      return { data: await complete({}, { context, variables, errors }), errors }
    } catch (error) {
      return { data: null, errors: [...errors, error] }
    }
  }
}

function objectPlan(typed: Typed, type: GraphQLObjectType, selections: SelectionSetNode[]): Complete {
  const nodes = new Map<string, FieldNode[]>()
  for (const selection of selections) collect(typed, selection, nodes)
  const fields = [...nodes].map(([key, same]) => fieldPlan(typed, type, key, same))
  return (source, run) => {
    const answer: Record<string, unknown> = {}
    let waiting: Promise<unknown>[] | null = null
    for (const field of fields) {
      const { key } = field
      let value: unknown
      try {
        value = settle(field, source, run)
      } catch (error) {
        // The answer is lost; what its other fields still wait for fails unheard.
        for (const promise of waiting ?? []) promise.catch(() => undefined)
        throw error
      }
      if (isPromise(value)) {
        // Takes its place among the keys at once.
        answer[key] = null
        waiting ??= []
        waiting.push(
          value.then((done) => {
            answer[key] = done
          }),
        )
      } else answer[key] = value
    }
    return waiting === null ? answer : Promise.all(waiting).then(() => answer)
  }
}

/** The fields of a selection by response key; the same key twice means one field with both selections. */
function collect(typed: Typed, { selections }: SelectionSetNode, nodes: Map<string, FieldNode[]>): void {
  for (const selection of selections) {
    if (selection.directives?.length) throw new Error('directives are not planned')
    if (selection.kind === Kind.INLINE_FRAGMENT) throw new Error('inline fragments are not planned')
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = typed.fragments.get(selection.name.value)
      if (!fragment) throw new Error(`no fragment ${selection.name.value}`)
      collect(typed, fragment.selectionSet, nodes)
    } else {
      const key = selection.alias?.value ?? selection.name.value
      nodes.set(key, [...(nodes.get(key) ?? []), selection])
    }
  }
}

function fieldPlan(typed: Typed, type: GraphQLObjectType, key: string, nodes: FieldNode[]): FieldPlan {
  const [node] = nodes
  const name = node?.name.value ?? ''
  const field = type.getFields()[name]
  if (!node || !field) throw new Error(`${type.name} has no field ${name}`)
  const resolver = typed.resolvers[type.name]?.[name]
  const argumentsOf = argumentsPlan(field, node)
  const selections = nodes.flatMap((same) => same.selectionSet ?? [])
  return {
    key,
    isNullable: !isNonNullType(field.type),
    resolve: resolver
      ? (source, run) => resolver(source, argumentsOf(run), run.context)
      : (source) => (source as Record<string, unknown>)[name],
    complete: valuePlan(typed, field.type, selections, `${type.name}.${name}`),
  }
}

/** What does not hang on variables is worked out once. */
function argumentsPlan(field: GraphQLField<unknown, unknown>, node: FieldNode): (run: Run) => Record<string, unknown> {
  const asksVariables = node.arguments?.some(({ value }) => value.kind !== Kind.INT && value.kind !== Kind.STRING)
  if (asksVariables) return (run) => getArgumentValues(field, node, run.variables)
  const fixed = getArgumentValues(field, node)
  return () => fixed
}

function valuePlan(typed: Typed, type: GraphQLOutputType, selections: SelectionSetNode[], where: string): Complete {
  if (isNonNullType(type)) {
    const complete = valuePlan(typed, type.ofType, selections, where)
    return (value, run) => {
      if (value === null || value === undefined) throw new Error(`${where} must not be null`)
      return complete(value, run)
    }
  }
  const complete = isListType(type)
    ? listPlan(valuePlan(typed, type.ofType, selections, where), !isNonNullType(type.ofType), where)
    : isObjectType(type)
      ? objectPlan(typed, type, selections)
      : isLeafType(type)
        ? leafPlan(type, where)
        : null
  if (!complete) throw new Error(`${where} is of a kind that is not planned`)
  return (value, run) => (value === null || value === undefined ? null : complete(value, run))
}

function listPlan(complete: Complete, isNullable: boolean, where: string): Complete {
  const item = { isNullable, resolve: (value: unknown) => value, complete }
  return (value, run) => {
    if (!Array.isArray(value)) throw new Error(`${where} is no list`)
    const items = value.map((entry: unknown) => settle(item, entry, run))
    return items.some(isPromise) ? Promise.all(items) : items
  }
}

/** What has the scalar's own shape passes; the rest is coerced or refused as GraphQL says. */
function leafPlan(type: GraphQLLeafType, where: string): Complete {
  const shape = { String: 'string', ID: 'string', Boolean: 'boolean' }[type.name]
  return (value) => {
    if (typeof value === shape) return value
    try {
      return type.coerceOutputValue(value)
    } catch (cause) {
      throw new Error(`${where} is no ${type.name}`, { cause })
    }
  }
}

/** A field that may be null swallows what fails below it; any other hands it on to the next that may. */
function settle(field: Pick<FieldPlan, 'isNullable' | 'resolve' | 'complete'>, source: unknown, run: Run): unknown {
  const fail = (error: unknown) => {
    if (!field.isNullable) throw error
    run.errors.push(error)
    return null
  }
  try {
    const resolved = field.resolve(source, run)
    const value = isPromise(resolved)
      ? resolved.then((known) => field.complete(known, run))
      : field.complete(resolved, run)
    return isPromise(value) ? value.catch(fail) : value
  } catch (error) {
    return fail(error)
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise
}
