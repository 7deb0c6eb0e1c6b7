/**
 * Loads Stripe's script, once, and only on a step that needs it. Stripe requires that the script comes from its own server.
 * `loading` and `client` live as long as the document, because the script may run only once in it.
 */
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import type { ProviderScript } from '../../../../schema/page-data.ts'

let loading: Promise<StripeConstructor> | null = null
let client: Stripe | null = null

/** Rejects if the script does not load, as with some ad blockers. The next call tries again. */
export async function loadStripe({ url, key }: ProviderScript): Promise<Stripe> {
  loading ??= loadScript(url).catch((error: unknown) => {
    loading = null
    throw error
  })
  const construct = await loading
  client ??= construct(key)
  return client
}

function loadScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('Stripe’s script did not load'))
    }
    script.src = url
    script.async = true
    script.onerror = failed
    script.onload = () => (window.Stripe ? resolve(window.Stripe) : failed())
    document.head.append(script)
  })
}
