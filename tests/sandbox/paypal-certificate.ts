/**
 * Makes the certificate with which the sandbox signs webhooks as PayPal does. Node cannot issue certificates, so this file
 * encodes one in DER. It is self-signed and valid for ten years.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type SigningPair = { certificate: string; privateKey: string }

const DAY = 86_400_000

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts)
/** sha256WithRSAEncryption, without parameters. */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(text)))))

/** A UTCTime, such as 261123043000Z. */
const timeOf = (time: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))

/** Returns a new certificate and its key in PEM. It is valid from an hour before `now`. */
export const newSigningPair = (now: number, days = 3650): SigningPair => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = nameOf('Sandbox of PayPal')
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(timeOf(now - DAY / 24), timeOf(now + days * DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('RSA-SHA256', body, privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

export const keyOf = (pair: SigningPair): KeyObject => createPrivateKey(pair.privateKey)
