/**
 * A part with a script of its own that the edge leaves out: it is one visitor's, or not in the first view. Where the
 * script does not come, the page around a part of its content says so; an extra, that a page can do without, stays away
 * and takes nothing with it.
 */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { useIsHydrated } from '../data/hydration.ts'
import { noteMissingScript } from './missing-script.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** As React's `lazy`, with what stands in its place until then. */
export function later<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const Part = lazy(load)
  return function Later(props: Props) {
    if (!useIsHydrated()) return fallback
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  }
}

/** A part that the page can do without. */
export function extra<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const loadOrLeave: Load<Props> = () =>
    load().catch((error: unknown) => {
      noteMissingScript()
      reportError(error)
      return { default: () => fallback }
    })
  return later(loadOrLeave, fallback)
}
