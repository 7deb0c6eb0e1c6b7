/**
 * Derives `google-requests.json` from Google's published description of the Wallet API, so that the sandbox refuses what
 * Google does not allow. The file contains a closed JSON Schema for each type that an event ticket uses.
 *
 * Source: the types of the npm package @googleapis/walletobjects 18.0.0, which Google generates from its API's description.
 * Apache-2.0, copyright Google LLC. The types name no enumerations. Those of the fields that the shop uses are added here,
 * from developers.google.com/wallet/reference/rest/v1.
 *
 * Run: npm pack @googleapis/walletobjects@18.0.0, unpack it, and
 * node tests/sandbox/derive-google-requests.ts FOLDER/build/v1.d.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Schema = { properties: Record<string, object>; required: string[] }

const ROOTS = ['EventTicketClass', 'EventTicketObject']
/** Google's answers contain these types. A request never does. */
const ANSWERED = ['classReference']
const ENUMERATIONS: Record<string, string[]> = {
  'EventTicketClass.reviewStatus': ['UNDER_REVIEW', 'DRAFT'],
  'EventTicketClass.notifyPreference': ['NOTIFY_ON_UPDATE'],
  'EventTicketObject.state': ['ACTIVE', 'COMPLETED', 'EXPIRED', 'INACTIVE'],
  'Barcode.type': ['AZTEC', 'CODE_39', 'CODE_128', 'DATA_MATRIX', 'EAN_13', 'PDF_417', 'QR_CODE', 'UPC_A', 'TEXT_ONLY'],
}
const SIMPLE: Record<string, object> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
}

const schemaOfType = (type: string): object => {
  const [, inner] = /^(.*)\[\]$/.exec(type) ?? []
  if (inner !== undefined) return { type: 'array', items: schemaOfType(inner) }
  const [, name] = /^Schema\$(\w+)$/.exec(type) ?? []
  const schema = name === undefined ? SIMPLE[type] : { $ref: `#/$defs/${name}` }
  if (!schema) throw new Error(`unknown type ${type}`)
  return schema
}

const parsed = (source: string, name: string): Schema => {
  const [, body = ''] = new RegExp(`interface Schema\\$${name} \\{\n([\\s\\S]*?)\n    \\}`).exec(source) ?? []
  const schema: Schema = { properties: {}, required: [] }
  for (const [, comment = '', field = '', type = ''] of body.matchAll(/(?:\/\*\*([\s\S]*?)\*\/\s+)?(\w+)\?: (.*);/g)) {
    if (ANSWERED.includes(field)) continue
    const values = ENUMERATIONS[`${name}.${field}`]
    schema.properties[field] = { ...schemaOfType(type.replace(' | null', '')), ...(values ? { enum: values } : {}) }
    if (/\*\s+Required\./.test(comment)) schema.required.push(field)
  }
  if (Object.keys(schema.properties).length === 0) throw new Error(`no ${name}`)
  return schema
}

const source = readFileSync(process.argv[2] ?? '', 'utf8')
const definitions: Record<string, object> = {}
const wanted = [...ROOTS]
for (const name of wanted) {
  if (name in definitions) continue
  const { properties, required } = parsed(source, name)
  definitions[name] = { type: 'object', properties, required, additionalProperties: false }
  wanted.push(...[...JSON.stringify(properties).matchAll(/#\/\$defs\/(\w+)/g)].map(([, used = '']) => used))
}
const target = join(import.meta.dirname, 'google-requests.json')
const about = 'npm package @googleapis/walletobjects 18.0.0, Apache-2.0; changed: derived by derive-google-requests.ts'
writeFileSync(target, `${JSON.stringify({ source: about, $defs: definitions })}\n`)
process.stdout.write(`${target}\n`)
