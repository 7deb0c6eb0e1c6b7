/** Implements two features of Stripe: lists in pages with cursors, and `expand`, which replaces ids with objects. */
import { invalidRequest } from './stripe-error.ts'
import type { SandboxContext } from './stripe-payment.ts'
import { type Session, sessionLines } from './stripe-session.ts'

type Range = { gt?: number; gte?: number; lt?: number; lte?: number }

export type ListRequest = {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | Range
}

type Page = { object: 'list'; data: object[]; has_more: boolean; url: string }

const isWithin = (created: number | undefined, wanted: ListRequest['created']): boolean => {
  if (wanted === undefined || created === undefined) return true
  if (typeof wanted === 'number') return created === wanted
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = wanted
  return created > gt && created >= gte && created < lt && created <= lte
}

/** Returns a page of `values`, which are newest first. Throws if a cursor is unknown or the limit is outside 1 to 100. */
export const pageOf = (url: string, values: { id: string; created?: number }[], request: ListRequest): Page => {
  const limit = request.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'limit',
      'parameter_invalid_integer',
    )
  }
  const indexOf = (id: string, param: string): number => {
    const index = values.findIndex((value) => value.id === id)
    if (index < 0) throw invalidRequest(`No such object: '${id}'`, param, 'resource_missing')
    return index
  }
  const isListed = (value: { created?: number }) => isWithin(value.created, request.created)
  // A cursor may name an object outside the range of `created`. Therefore the cursor is applied first, and then the range.
  if (request.ending_before !== undefined) {
    const before = values.slice(0, indexOf(request.ending_before, 'ending_before')).filter(isListed)
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url }
  }
  const start = request.starting_after === undefined ? 0 : indexOf(request.starting_after, 'starting_after') + 1
  const after = values.slice(start).filter(isListed)
  return { object: 'list', data: after.slice(0, limit), has_more: after.length > limit, url }
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const expandable: Record<string, Record<string, string>> = {
  'checkout.session': { payment_intent: 'payment_intent' },
  payment_intent: { latest_charge: 'charge' },
  charge: { payment_intent: 'payment_intent' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
}

const expandOne = (context: SandboxContext, target: Fields, path: string[], whole: string): Fields => {
  const [field = '', ...rest] = path
  const refusal = () => invalidRequest(`This property cannot be expanded (${whole}).`, 'expand')
  if (target.object === 'list' && field === 'data') {
    const data = Array.isArray(target.data) ? target.data : []
    return { ...target, data: data.map((item: Fields) => expandOne(context, item, rest, whole)) }
  }
  if (target.object === 'checkout.session' && field === 'line_items') {
    const session = target as Session
    return {
      ...target,
      line_items: pageOf(`/v1/checkout/sessions/${session.id}/line_items`, sessionLines(context, session), {
        limit: 100,
      }),
    }
  }
  const kind = expandable[String(target.object)]?.[field]
  if (!kind) throw refusal()
  const value = target[field]
  const object = typeof value === 'string' ? context.store.get(kind, value) : value
  if (!isFields(object)) return target
  return { ...target, [field]: rest.length > 0 ? expandOne(context, object, rest, whole) : object }
}

/**
 * Replaces each id that a path names with its object. The path `line_items` adds the line items of a session. `paths` are
 * the values of `expand`, such as `payment_intent.latest_charge`.
 */
export const expanded = (context: SandboxContext, result: object, paths: string[]): object =>
  paths.reduce<Fields>((target, path) => expandOne(context, target, path.split('.'), path), { ...result })
