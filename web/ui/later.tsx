/** A part with a script of its own that the edge leaves out: it is one visitor's, or not in the first view. */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { useIsHydrated } from './hydration.ts'

/** As React's `lazy`, with what stands in its place until then. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  const Part = lazy(load)
  return function Later(props: Props) {
    if (!useIsHydrated()) return fallback
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  }
}
