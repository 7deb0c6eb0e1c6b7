/**
 * Wraps components that the server does not render, because they depend on the visitor or the first view does not need them.
 * Usually each has its own chunk. If the chunk of a `clientOnly` component does not load, the page's error boundary shows an
 * error. If the chunk of an `optionalPart` does not load, its fallback stays.
 */
import { type ComponentType, createElement, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useIsHydrated } from '../data/hydration.ts'
import { markScriptMissing } from './missing-script.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Shows the fallback on the server, during hydration, and until the chunk has loaded. It does not use `Suspense`, because React
 * shows what a boundary waited for no sooner than 300 ms after the last fallback of any boundary on the page.
 */
export function clientOnly<Props extends object>(load: Load<Props>, fallback: ReactNode = null) {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | undefined
  async function loadOnce(): Promise<void> {
    const module = await load()
    loaded = module.default
  }
  return function ClientOnly(props: Props) {
    const isHydrated = useIsHydrated()
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part !== null) return
      loading ??= loadOnce()
      loading.then(
        () => startTransition(() => setPart(() => loaded)),
        // An error that is thrown here reaches the page's error boundary.
        (error: unknown) =>
          setPart(() => {
            throw error
          }),
      )
    }, [Part])
    return isHydrated && Part !== null ? createElement(Part, props) : fallback
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
