/** The parameters of the current path, by the table of routes. */
import { useLocation } from 'react-router'
import { matchRoute, type RouteParams } from '../../schema/routes.ts'

const NONE: RouteParams = {}

/** The decoded parameters; empty if no route matches the path. */
export function useRouteParams(): RouteParams {
  const { pathname } = useLocation()
  return matchRoute(pathname)?.params ?? NONE
}
