/**
 * `server.json` in the state folder: the addresses of the server that has the folder open. Commands send their
 * requests to that server, because only one process may open the folder's files.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ServerNote = {
  url: string
  /** The operator endpoints. */
  controlUrl: string
  /** Database and bucket (`store-server.ts`). */
  storesUrl: string
  /** Authorises requests to `controlUrl` and `storesUrl`. */
  token: string
  pid: number
}

const PROBE_MS = 2000

function fileIn(stateDir: string): string {
  return join(stateDir, 'server.json')
}

/** Only the owner may read the file, because it contains the token. */
export function writeServerNote(stateDir: string, note: ServerNote): void {
  writeFileSync(fileIn(stateDir), JSON.stringify(note), { mode: 0o600 })
}

export function removeServerNote(stateDir: string): void {
  rmSync(fileIn(stateDir), { force: true })
}

/**
 * Returns null if there is no note. The server that wrote the note may have been killed since; `runningServer` finds
 * out.
 */
export function readServerNote(stateDir: string): ServerNote | null {
  const file = fileIn(stateDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ServerNote) : null
}

/** Returns the server that has this state folder open; null if there is none. */
export async function runningServer(stateDir: string): Promise<ServerNote | null> {
  const note = readServerNote(stateDir)
  if (!note) return null
  try {
    process.kill(note.pid, 0)
    await fetch(note.url, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' })
    return note
  } catch (error) {
    // A slow server is alive. A refused connection or an unknown process means that the server was killed.
    return error instanceof Error && error.name === 'TimeoutError' ? note : null
  }
}
