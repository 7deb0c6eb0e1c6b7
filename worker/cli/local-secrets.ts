/** The secrets of a local state folder: made up once, kept beside the state, readable by their owner alone. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type LocalSecrets = { SESSION_SECRET: string; OPERATOR_TOKEN: string; CODE_SECRET: string }

/** What an older folder lacks is added. */
export function localSecrets(stateDir: string): LocalSecrets {
  mkdirSync(stateDir, { recursive: true })
  const path = join(stateDir, 'secrets.json')
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<LocalSecrets>) : {}
  const secrets = {
    SESSION_SECRET: kept.SESSION_SECRET ?? randomBytes(32).toString('hex'),
    OPERATOR_TOKEN: kept.OPERATOR_TOKEN ?? randomBytes(24).toString('hex'),
    CODE_SECRET: kept.CODE_SECRET ?? randomBytes(32).toString('hex'),
  }
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    writeFileSync(path, JSON.stringify(secrets), { mode: 0o600 })
  }
  return secrets
}
