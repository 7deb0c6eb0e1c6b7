/**
 * Replaces PayPal's v6 browser SDK on machines without a network. It has the calls that a shop with one-time payments needs,
 * with the types of `@paypal/paypal-js`. It opens the sandbox's PayPal window, and calls back as PayPal's SDK does.
 */
import type {
  CreateInstanceOptions,
  EligiblePaymentMethodsOutput,
  OnErrorData,
  OneTimePaymentSession,
  PayPalOneTimePaymentSessionOptions,
  PayPalPresentationModeOptions,
  SdkInstance,
} from '@paypal/paypal-js/sdk-v6'
import type { PayPalMessage } from './paypal-message.ts'

type Offered = readonly ['paypal-payments']
type Instance = Pick<SdkInstance<Offered>, 'createPayPalOneTimePaymentSession' | 'findEligibleMethods' | 'updateLocale'>
type Namespace = { version: '6.0.0'; createInstance(options: CreateInstanceOptions<Offered>): Promise<Instance> }

{
  const script = document.currentScript
  const base = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin
  const closedCheckMs = 200

  const failure = (code: string, message: string): OnErrorData =>
    Object.assign(new Error(message), { code, isRecoverable: code === 'ERR_DEV_UNABLE_TO_OPEN_POPUP' })

  const isMessage = (data: unknown): data is PayPalMessage =>
    typeof data === 'object' && data !== null && 'source' in data && data.source === 'sandbox-paypal'

  const createSession = (options: PayPalOneTimePaymentSessionOptions): OneTimePaymentSession => {
    let popup: Window | null = null

    /** Resolves once the buyer has decided. A window that is closed without a decision cancels. */
    const decision = (orderId: string): Promise<PayPalMessage['result']> =>
      new Promise((resolve) => {
        const end = (result: PayPalMessage['result']) => {
          removeEventListener('message', listen)
          clearInterval(watch)
          resolve(result)
        }
        const listen = ({ origin, data }: MessageEvent<unknown>) => {
          if (origin === base && isMessage(data) && data.orderId === orderId) end(data.result)
        }
        // A message that the window sent before it closed is still in the queue, so the next check decides.
        let wasClosed = false
        const watch = setInterval(() => {
          if (wasClosed) end('cancelled')
          wasClosed = popup?.closed === true
        }, closedCheckMs)
        addEventListener('message', listen)
      })

    const start = async (
      mode: PayPalPresentationModeOptions = { presentationMode: 'auto' },
      promise?: Promise<{ orderId: string }>,
    ): Promise<void> => {
      if (mode.presentationMode !== 'auto' && mode.presentationMode !== 'popup')
        throw failure('INVALID_PRESENTATION_MODE', 'The sandbox only opens windows.')
      popup = window.open('', '_blank', 'popup,width=500,height=760')
      if (!popup) throw failure('ERR_DEV_UNABLE_TO_OPEN_POPUP', 'The browser blocked the window.')
      let orderId: string
      try {
        orderId = options.orderId ?? (await promise)?.orderId ?? ''
        if (orderId === '') throw failure('NO_ORDER', 'Neither an order id nor a promise of one was given.')
      } catch (error) {
        popup.close()
        throw error
      }
      popup.location.href = `${base}/paypal/checkoutnow?token=${encodeURIComponent(orderId)}`
      const result = await decision(orderId)
      popup.close()
      if (result === 'approved')
        await options.onApprove?.({ orderId, fundingSource: 'paypal', payerId: 'SANDBOXPAYER' })
      else options.onCancel?.({ orderId })
      options.onComplete?.({ paymentSessionState: result === 'approved' ? 'approved' : 'canceled' })
    }

    return { start, destroy: () => popup?.close(), cancel: () => popup?.close(), hasReturned: () => false }
  }

  const eligible: EligiblePaymentMethodsOutput = {
    isEligible: (method) => method === 'paypal',
    getDetails: () => {
      throw new Error('The sandbox knows no details')
    },
  }

  const paypal: Namespace = {
    version: '6.0.0',
    createInstance: async ({ clientId, components }) => {
      if (clientId !== 'paypal-sandbox-client') throw new Error('Unknown client id')
      if (components.length !== 1 || components[0] !== 'paypal-payments') throw new Error('Unknown components')
      return {
        createPayPalOneTimePaymentSession: createSession,
        findEligibleMethods: async () => eligible,
        updateLocale: () => undefined,
      }
    },
  }
  Object.assign(window, { paypal })
}
