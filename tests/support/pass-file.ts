/**
 * Reads a pass as Apple Wallet does, with no code of the shop: unpacks the archive, compares the hash of each file, and verifies
 * the signature (RFC 5652) against the certificates.
 */
import { Buffer } from 'node:buffer'
import { createHash, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type ReadPass = { files: Map<string, Buffer>; pass: Record<string, unknown> }

/** Returns the archive's files. Throws if a checksum is wrong. */
export function unzipped(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive)
  const files = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry++) {
    const [sum, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + size)
    if (crc32(content) !== sum) throw new Error(`${name} has another checksum`)
    files.set(name, content)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

type Node = { tag: number; body: Buffer; whole: Buffer; nodes: () => Node[] }

function nodesIn(bytes: Buffer): Node[] {
  const nodes: Node[] = []
  let rest = bytes
  while (rest.length > 0) {
    const short = rest.readUInt8(1)
    const digits = short & 0x80 ? short & 0x7f : 0
    const length = digits === 0 ? short : rest.readUIntBE(2, digits)
    const whole = rest.subarray(0, 2 + digits + length)
    const body = whole.subarray(2 + digits)
    nodes.push({ tag: rest.readUInt8(0), body, whole, nodes: () => nodesIn(body) })
    rest = rest.subarray(whole.length)
  }
  return nodes
}

const MESSAGE_DIGEST = '2a864886f70d010904'
const SIGNING_TIME = '2a864886f70d010905'

/** Returns the time of the signature. Throws if the signature is not valid for the content and the issuer's certificate. */
export function verifiedSignature(signature: Buffer, content: Buffer, issuer: X509Certificate): string {
  const [outer] = nodesIn(signature)
  const signedData = outer?.nodes()[1]?.nodes()[0]?.nodes() ?? []
  const [, , encapsulated, certificates, signers] = signedData
  if (encapsulated?.nodes().length !== 1) throw new Error('the signature is not detached')
  const chain = certificates?.nodes().map(({ whole }) => new X509Certificate(whole)) ?? []
  const [own] = chain
  if (!own?.verify(issuer.publicKey)) throw new Error('another company has issued the certificate')
  if (!chain.some(({ raw }) => raw.equals(issuer.raw)))
    throw new Error('the signature lacks the certificate of the issuer')
  const [, identity, , attributes, , value] = signers?.nodes()[0]?.nodes() ?? []
  const serial = identity?.nodes()[1]?.body.toString('hex') ?? ''
  if (BigInt(`0x${serial}`) !== BigInt(`0x${own.serialNumber}`)) throw new Error('the signer has another certificate')
  if (!attributes || !value) throw new Error('the signature is incomplete')
  const found = new Map(
    attributes.nodes().map((attribute) => {
      const [id, values] = attribute.nodes()
      return [id?.body.toString('hex'), values?.nodes()[0]?.body] as const
    }),
  )
  if (!found.get(MESSAGE_DIGEST)?.equals(createHash('sha256').update(content).digest()))
    throw new Error('the signature is that of other content')
  const signed = Buffer.from(attributes.whole)
  signed.writeUInt8(0x31, 0)
  if (!verify('sha256', signed, own.publicKey, value.body)) throw new Error('the signature is wrong')
  return found.get(SIGNING_TIME)?.toString('latin1') ?? ''
}

/** Returns the pass. Throws if a file or the signature has been changed. */
export function readPass(archive: Uint8Array, issuer: string): ReadPass {
  const files = unzipped(archive)
  const manifest = files.get('manifest.json') ?? Buffer.from('{}')
  verifiedSignature(files.get('signature') ?? Buffer.alloc(0), manifest, new X509Certificate(issuer))
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>
  const hashed = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature').sort()
  if (Object.keys(hashes).sort().join() !== hashed.join()) throw new Error('the manifest lists other files')
  for (const name of hashed) {
    const hash = createHash('sha1')
      .update(files.get(name) ?? '')
      .digest('hex')
    if (hash !== hashes[name]) throw new Error(`${name} has another hash`)
  }
  return { files, pass: JSON.parse(files.get('pass.json')?.toString() ?? '{}') as Record<string, unknown> }
}
