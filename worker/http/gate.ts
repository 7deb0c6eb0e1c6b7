/**
 * Checks the requests that reach the worker, except in development. `refuseAtGate` comes first: the deployment must have no
 * fault of weight `refuse`, and the connection must be encrypted. Once the shops are read, `refuseForeignHost` checks that
 * the host belongs to a shop. Requests to any other host, such as the platform's address (`*.workers.dev`), would bypass
 * the zone's firewall and rate limits.
 */
import type { ShopRow } from '../../schema/tables/shop.ts'
import { hostIsKnown } from '../domain/catalogue/shop-host.ts'
import type { Env } from '../env.ts'
import { log } from '../services/log.ts'
import { deploymentFaults } from './deployment.ts'
import { isOperator } from './operator/token.ts'

/** At this path, operators get the list of the deployment's faults, even if the deployment may not serve fans. */
const DOCTOR = '/operator/doctor'

/** Whether the deployment may serve fans. The settings of an environment object never change. */
const fitness = new WeakMap<Env, boolean>()

function isFit(env: Env): boolean {
  const known = fitness.get(env)
  if (known !== undefined) return known
  const faults = deploymentFaults(env).filter(({ weight }) => weight === 'refuse')
  for (const { setting, problem } of faults) log('error', 'deployment refused', { setting, problem })
  fitness.set(env, faults.length === 0)
  return faults.length === 0
}

/** Returns the answer that ends the request here, or null. */
export function refuseAtGate(request: Request, env: Env): Response | null {
  if (env.ENVIRONMENT === 'development') return null
  const url = new URL(request.url)
  if (!isFit(env) && !(url.pathname === DOCTOR && isOperator(request, env))) {
    return new Response('This shop is not configured yet.\n', {
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '300' },
    })
  }
  if (url.protocol === 'https:') return null
  url.protocol = 'https:'
  // 308 preserves the method, so that a form sent without encryption is sent again rather than turned into a GET.
  return new Response(null, { status: 308, headers: { location: url.href, 'cache-control': 'no-store' } })
}

/**
 * Returns 421 for a host that belongs to no shop (RFC 9110, 15.5.20). If neither the settings nor the catalogue name a main
 * host, every host is served.
 */
export function refuseForeignHost(request: Request, env: Env, shops: ShopRow[]): Response | null {
  if (env.ENVIRONMENT === 'development') return null
  const { hostname, pathname } = new URL(request.url)
  if (env.OPERATOR_HOST === hostname && pathname.startsWith('/operator/')) return null
  const publicHost = env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).hostname : null
  if (hostIsKnown(hostname, shops, publicHost)) return null
  return new Response('No shop has this address.\n', {
    status: 421,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
