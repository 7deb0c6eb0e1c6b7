/**
 * Wraps components that the server does not render, because they depend on the visitor or the first view does not need them.
 * Usually each has its own chunk. If the chunk of a `clientOnly` component does not load, the page's error boundary shows an
 * error. If the chunk of an `optionalPart` does not load, its fallback stays.
 */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { useIsHydrated } from '../data/hydration.ts'
import { markScriptMissing } from './missing-script.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Like React's `lazy`, but shows the fallback on the server, during hydration, and until the chunk has loaded. */
export function clientOnly<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const Part = lazy(load)
  return function ClientOnly(props: Props) {
    if (!useIsHydrated()) return fallback
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  }
}

/** Like `clientOnly`, for a component that the page does not need. */
export function optionalPart<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const loadOrFallback: Load<Props> = () =>
    load().catch((error: unknown) => {
      markScriptMissing()
      reportError(error)
      return { default: () => fallback }
    })
  return clientOnly(loadOrFallback, fallback)
}
