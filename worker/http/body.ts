/** Reads request bodies up to a limit, so that a long body cannot exhaust the worker's memory. */

type Body = Pick<Request, 'headers' | 'body' | 'text'>

/**
 * Returns the text, or null if it has more than `limit` bytes. Of a body with a declared length, only that length is
 * compared with the limit, because the protocol ends the body there. Other bytes are counted as they arrive.
 */
export async function readText(request: Body, limit: number): Promise<string | null> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > limit) return null
  if (!request.body) return ''
  return declared !== null && /^\d+$/.test(declared) ? request.text() : readCounted(request.body, limit)
}

async function readCounted(body: ReadableStream<Uint8Array>, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > limit) return null
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return new TextDecoder().decode(bytes)
}

/** The value of a JSON body; null if the body is too long or is not JSON. */
export async function readJson(request: Body, limit: number): Promise<unknown> {
  const text = await readText(request, limit)
  return text === null ? null : parseJson(text)
}

/** Returns null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The maximum length of an operator's command, in bytes. */
export const LARGEST_COMMAND = 64 * 1024
