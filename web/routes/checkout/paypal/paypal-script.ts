/**
 * Loads PayPal's v6 script, once, and only on a step that needs it. PayPal requires that the script comes from its own
 * server. `loading` lives as long as the document, because the script may run only once in it.
 */
import type { PayPalV6Namespace, SdkInstance } from '@paypal/paypal-js/sdk-v6'
import type { ProviderScript } from '../../../../schema/page-data.ts'
import { currentLocale } from '../../../data/locale.ts'

export type PayPal = SdkInstance<['paypal-payments']>

/** PayPal's overlay needs inline styles, which the page's policy forbids. The page itself says that it waits. */
export const WINDOW = { presentationMode: 'auto', fullPageOverlay: { enabled: false } } as const

declare global {
  interface Window {
    paypal?: Pick<PayPalV6Namespace, 'createInstance'>
  }
}

let loading: Promise<PayPal> | null = null

/** Rejects if the script does not load, as with some ad blockers, or PayPal is not available. The next call tries again. */
export function loadPayPal(script: ProviderScript): Promise<PayPal> {
  loading ??= open(script).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function open({ url, key }: ProviderScript): Promise<PayPal> {
  const { createInstance } = window.paypal ?? (await loadScript(url))
  const instance = await createInstance({
    clientId: key,
    components: ['paypal-payments'],
    locale: currentLocale() === 'de' ? 'de-DE' : 'en-GB',
    pageType: 'checkout',
  })
  const methods = await instance.findEligibleMethods({ currencyCode: 'EUR' })
  if (!methods.isEligible('paypal')) throw new Error('PayPal is not available')
  return instance
}

function loadScript(url: string): Promise<NonNullable<Window['paypal']>> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const failed = () => {
      script.remove()
      reject(new Error('PayPal’s script did not load'))
    }
    script.src = url
    script.async = true
    script.onerror = failed
    script.onload = () => (window.paypal ? resolve(window.paypal) : failed())
    document.head.append(script)
  })
}
