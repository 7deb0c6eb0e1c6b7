/** The parts of the address that name what a page is about, by the one table of routes. */
import { useLocation } from 'react-router'
import { matchRoute, type RouteParams } from '../../schema/routes.ts'

const NONE: RouteParams = {}

/** Decoded; empty where no page has this path. */
export function useRouteParams(): RouteParams {
  const { pathname } = useLocation()
  return matchRoute(pathname)?.params ?? NONE
}
