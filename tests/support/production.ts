/** Valid settings of a production deployment. The secrets are invented. The sandbox's addresses are allowed only in development. */
import type { Env } from '../../worker/env.ts'

export const PRODUCTION = {
  ENVIRONMENT: 'production',
  SESSION_SECRET: 'k7Qm2vXw9ZrT4bNc8LpE1sYd6HfJ3gUa',
  CODE_SECRET: 'Vb3nKx9WqL5tRz7YpGc2MdSf8HjE4uTa',
  OPERATOR_TOKEN: 'Zp5RkWv2Xn8TqBy4LcHd7MfG',
  PUBLIC_ORIGIN: 'https://shop.example',
  MAIL_FROM: 'Stagedoor <tickets@stagedoor.de>',
  SUPPORT_MAIL: 'service@stagedoor.de',
  R2_ENDPOINT: 'https://7d2c.eu.r2.cloudflarestorage.com',
  R2_ACCESS_KEY_ID: 'e1f0b2',
  R2_SECRET_ACCESS_KEY: 'Zk3vX9qLw7',
  BANK_IBAN: '',
  TEST_SHOP_CODE: '',
  STRIPE_JS_URL: '',
  PAYPAL_JS_URL: '',
  GOOGLE_WALLET_API_BASE: '',
  GOOGLE_WALLET_SAVE_BASE: '',
  VOUCHER_API_BASE: '',
} satisfies Partial<Env>
