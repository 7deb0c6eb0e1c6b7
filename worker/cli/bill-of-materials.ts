/**
 * Writes dist/sbom.json, the CycloneDX 1.6 bill of materials of a build: every locked package with its version and,
 * where known, its licence and hash. `npm sbom` rejects this tree, because a dependency of Lighthouse requests "latest".
 */
import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedPackages } from './packages.ts'
import { ROOT } from './root.ts'

export function writeBillOfMaterials(): void {
  const components = lockedPackages().map(({ name, version, licence, integrity, isDevelopment }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: isDevelopment ? 'excluded' : 'required',
    ...(licence ? { licenses: [{ expression: licence }] } : {}),
    ...(integrity?.startsWith('sha512-')
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
      : {}),
  }))
  const unique = [...new Map(components.map((component) => [component['bom-ref'], component])).values()]
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'stagedoor' } },
    components: unique,
  }
  writeFileSync(join(ROOT, 'dist/sbom.json'), `${JSON.stringify(document, null, 1)}\n`)
}
