/**
 * Signs the manifest of a pass as Apple Wallet requires: a detached PKCS #7 signature (RFC 5652) with the signing time, the
 * certificate of the pass type, and Apple's intermediate certificate that issued it.
 */
import { Buffer } from 'node:buffer'
import { der, derObjectId, derTime, derValues, TAG } from './der.ts'
import { pemBytes, signWith } from './pem.ts'

const OBJECT_ID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
} as const

const sequence = (...parts: Uint8Array[]) => der(TAG.sequence, ...parts)
const algorithm = (id: string) => sequence(derObjectId(id), der(TAG.null))
const attribute = (id: string, value: Uint8Array) => sequence(derObjectId(id), der(TAG.set, value))

export type PassSigner = {
  /** PEM. The key is in PKCS #8. */
  certificate: string
  key: string
  /** The intermediate certificate of Apple Worldwide Developer Relations. */
  issuer: string
}

/** Throws if the certificate or the key cannot be read. */
export async function passSignature(
  manifest: Uint8Array<ArrayBuffer>,
  signer: PassSigner,
  now: number,
): Promise<Buffer> {
  const certificate = pemBytes(signer.certificate)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', manifest))
  // A set in DER is sorted by the bytes of its members.
  const attributes = [
    attribute(OBJECT_ID.contentType, derObjectId(OBJECT_ID.data)),
    attribute(OBJECT_ID.signingTime, derTime(now)),
    attribute(OBJECT_ID.messageDigest, der(TAG.octets, digest)),
  ].sort(Buffer.compare)
  // The signature covers the attributes as a set, but the file contains them with another tag (RFC 5652, section 5.4).
  const signature = await signWith(signer.key, 'RS256', new Uint8Array(der(TAG.set, ...attributes)))
  const signerInfo = sequence(
    der(TAG.integer, Buffer.from([1])),
    issuerAndSerial(certificate),
    algorithm(OBJECT_ID.sha256),
    der(TAG.context0, ...attributes),
    algorithm(OBJECT_ID.rsa),
    der(TAG.octets, signature),
  )
  const signedData = sequence(
    der(TAG.integer, Buffer.from([1])),
    der(TAG.set, algorithm(OBJECT_ID.sha256)),
    sequence(derObjectId(OBJECT_ID.data)),
    der(TAG.context0, certificate, pemBytes(signer.issuer)),
    der(TAG.set, signerInfo),
  )
  return sequence(derObjectId(OBJECT_ID.signedData), der(TAG.context0, signedData))
}

/** Returns the name of the certificate's issuer and the certificate's number, which together identify it. */
function issuerAndSerial(certificate: Uint8Array): Buffer {
  const [outer] = derValues(certificate)
  const [body] = derValues(outer?.content ?? certificate)
  const fields = derValues(body?.content ?? certificate)
  // The version is optional. The number, the algorithm and the issuer follow it (RFC 5280, section 4.1).
  const [serial, , issuer] = fields[0]?.tag === TAG.context0 ? fields.slice(1) : fields
  if (!serial || !issuer) throw new Error('the certificate of the pass type is not a certificate')
  return sequence(issuer.whole, serial.whole)
}
