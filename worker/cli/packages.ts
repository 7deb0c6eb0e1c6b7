/** The packages of the lock file, for the licence check and the bill of materials. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export type LockedPackage = {
  name: string
  version: string
  /** SPDX expression; null if the lock file names none and the package's licence file is not recognised. */
  licence: string | null
  /** `sha512-…` in base64; null for a package that is bundled inside another one. */
  integrity: string | null
  /** Whether the package is only used to build and test, and not shipped. */
  isDevelopment: boolean
}

type LockEntry = { name?: string; version?: string; license?: string; integrity?: string; dev?: boolean }

export function lockedPackages(): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version = '', license, integrity, dev }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? licenceInside(path),
      integrity: integrity ?? null,
      isDevelopment: dev === true,
    }))
}

/** Some old packages name their licence only in a file. */
function licenceInside(path: string): string | null {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENCE', 'license']) {
    const at = join(ROOT, path, file)
    if (!existsSync(at)) continue
    const text = readFileSync(at, 'utf8')
    if (/Permission is hereby granted, free of charge/.test(text)) return 'MIT'
    if (/Apache License\s+Version 2\.0/.test(text)) return 'Apache-2.0'
  }
  return null
}
