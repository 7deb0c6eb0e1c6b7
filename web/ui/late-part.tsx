/**
 * Parts that the server renders, and whose code the browser loads after the page's own. Until then, the server's HTML stays,
 * and its links work. Use it for parts below the first view that have only links, because the presses that `early-input.ts`
 * repeats would come too early for them. The props of a part must not change while its code loads.
 */
import { type ComponentType, createElement, lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { markScriptMissing } from './missing-script.ts'

type Module<Props> = { default: ComponentType<Props> }
type Load<Props> = () => Promise<Module<Props>>

/** The parts that the server has begun to load. It is empty once `loadLateParts` has resolved, and always in browsers. */
const loading: Promise<unknown>[] = []

/** Loads all parts, because the server must render any of them without waiting. */
export async function loadLateParts(): Promise<void> {
  // A part may contain another one.
  while (loading.length > 0) await Promise.all(loading.splice(0))
}

/** The fallback appears only after a navigation, while the part's code loads. */
export function latePart<Props extends object>(load: Load<Props>, fallback: ReactNode): ComponentType<Props> {
  return import.meta.env.SSR ? serverPart(load) : browserPart(load, fallback)
}

function serverPart<Props extends object>(load: Load<Props>) {
  let Part: ComponentType<Props> | null = null
  loading.push(
    load().then((module) => {
      Part = module.default
    }),
  )
  return function ServerPart(props: Props) {
    // Hydration expects the boundary that the browser's component has.
    return <Suspense>{Part && createElement(Part, props)}</Suspense>
  }
}

function browserPart<Props extends object>(load: Load<Props>, fallback: ReactNode) {
  let loaded: ComponentType<Props> | null = null
  const Part = lazy(async () => {
    try {
      const module = await load()
      loaded = module.default
      return module
    } catch (error) {
      markScriptMissing()
      reportError(error)
      // The server's HTML is as good as the part, so it stays. An error would replace the whole page.
      return new Promise<Module<Props>>(() => {})
    }
  })
  function BrowserPart(props: Props) {
    // Once the code has loaded, the part appears without a fallback, because "back" restores the scroll position at once.
    const [part] = useState({ Shown: loaded ?? Part })
    return <Suspense fallback={fallback}>{createElement(part.Shown, props)}</Suspense>
  }
  // If the part rendered again before its code has loaded, React would replace the server's HTML by the fallback.
  return memo(BrowserPart)
}
