/** Settings of Apple's and Google's wallets as a deployment has them. */
import type { DeploymentSettings } from '../../worker/http/deployment.ts'
import { newSigningPair } from '../sandbox/certificate.ts'

/** Returns a certificate in PEM that expires in so many days. */
export const certificateOf = (days: number) => newSigningPair('Pass Type ID', Date.now(), { days }).certificate

const KEY = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'

export const APPLE_WALLET: DeploymentSettings = {
  APPLE_PASS_TYPE_ID: 'pass.example',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_PASS_CERTIFICATE: certificateOf(300),
  APPLE_PASS_KEY: KEY,
  APPLE_WWDR_CERTIFICATE: certificateOf(3000),
  APPLE_PUSH_KEY: KEY,
  APPLE_PUSH_KEY_ID: 'KEY',
}

export const GOOGLE_WALLET: DeploymentSettings = {
  GOOGLE_WALLET_ISSUER_ID: '3388',
  GOOGLE_WALLET_ACCOUNT: 'shop@project.iam.gserviceaccount.com',
  GOOGLE_WALLET_KEY: KEY,
}
