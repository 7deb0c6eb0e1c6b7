/**
 * The secrets of a local state folder. They are generated once and stored in the folder's `secrets.json`. Only the owner of
 * this file can read it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type LocalSecrets = { SESSION_SECRET: string; OPERATOR_TOKEN: string; CODE_SECRET: string }

/** Returns the secrets of the folder. Generates and stores those that are missing. */
export function localSecrets(stateDir: string): LocalSecrets {
  mkdirSync(stateDir, { recursive: true })
  const path = join(stateDir, 'secrets.json')
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<LocalSecrets>) : {}
  const secrets = {
    SESSION_SECRET: stored.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    OPERATOR_TOKEN: stored.OPERATOR_TOKEN ?? randomBytes(24).toString('hex'),
    CODE_SECRET: stored.CODE_SECRET ?? randomBytes(32).toString('hex'),
  }
  if (Object.keys(stored).length < Object.keys(secrets).length) {
    writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
