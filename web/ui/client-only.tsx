/**
 * Wraps components that the server does not render, because they depend on the visitor or are not visible at first. Usually
 * each has its own chunk. If the chunk of a `clientOnly` component does not load, the page's error boundary shows an error. An
 * `optionalPart` that does not load is left out.
 */
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { useIsHydrated } from '../data/hydration.ts'
import { markScriptMissing } from './missing-script.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Like React's `lazy`, with a fallback until the chunk has loaded. */
export function clientOnly<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const Part = lazy(load)
  return function ClientOnly(props: Props) {
    if (!useIsHydrated()) return fallback
    return <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  }
}

/** A component that the page works without. */
export function optionalPart<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  const loadOrFallback: Load<Props> = () =>
    load().catch((error: unknown) => {
      markScriptMissing()
      reportError(error)
      return { default: () => fallback }
    })
  return clientOnly(loadOrFallback, fallback)
}
