/**
 * `server.json` in the state folder: where the server that has the folder open can be reached. Commands read it to speak to
 * that server instead of opening its files, which belong to one process.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ServerNote = {
  url: string
  /** The operator's addresses. */
  controlUrl: string
  /** Database and bucket (`store-server.ts`). */
  storesUrl: string
  /** Opens both. */
  token: string
  pid: number
}

const PROBE_MS = 2000

function fileIn(stateDir: string): string {
  return join(stateDir, 'server.json')
}

/** Only the owner may read it: the token is in it. */
export function writeServerNote(stateDir: string, note: ServerNote): void {
  writeFileSync(fileIn(stateDir), JSON.stringify(note), { mode: 0o600 })
}

export function removeServerNote(stateDir: string): void {
  rmSync(fileIn(stateDir), { force: true })
}

/** Null where no server wrote one. The server may have been killed since; `runningServer` asks it. */
export function readServerNote(stateDir: string): ServerNote | null {
  const file = fileIn(stateDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ServerNote) : null
}

/** The server that has this state folder open, or null. */
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
