/**
 * Makes the certificates of the sandbox's companies. Node cannot issue certificates, so this file encodes them in DER. They are
 * valid from an hour before `now`.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { der, derTime, TAG } from '../../worker/integrations/der.ts'

/** A certificate and its private key (PKCS #8), in PEM. */
export type SigningPair = { certificate: string; privateKey: string }

/** The keys of a shop for Apple's and Google's wallets. */
export type WalletKeys = {
  wwdr: SigningPair
  pass: SigningPair
  /** PKCS #8 in PEM: the key of Apple's push service (P-256), and that of Google's service account (RSA). */
  push: string
  google: string
}

const HOUR = 3_600_000
const DAYS = 3650

const sequence = (...parts: Uint8Array[]): Buffer => der(TAG.sequence, ...parts)
/** sha256WithRSAEncryption, without parameters. */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

const nameOf = (text: string): Buffer => sequence(der(TAG.set, sequence(commonName, der(TAG.utf8, Buffer.from(text)))))

type Options = { issuer?: { name: string; pair: SigningPair }; days?: number }

/** Without an issuer, the certificate is self-signed. */
export const newSigningPair = (name: string, now: number, { issuer, days = DAYS }: Options = {}): SigningPair => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const body = sequence(
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(7)])),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(derTime(now - HOUR), derTime(now + days * 24 * HOUR)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('RSA-SHA256', body, issuer ? keyOf(issuer.pair) : privateKey)
  const whole = sequence(body, algorithm, der(TAG.bits, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

export const keyOf = (pair: SigningPair): KeyObject => createPrivateKey(pair.privateKey)
