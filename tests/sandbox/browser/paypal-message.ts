/** The message with which the sandbox's PayPal window reports the buyer's decision to the shop's page. */
export type PayPalMessage = { source: 'sandbox-paypal'; result: 'approved' | 'cancelled'; orderId: string }
