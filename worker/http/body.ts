/** Reads request bodies up to a limit and stops there, so that a body of any length costs no more memory than the limit. */

type Body = Pick<Request, 'headers' | 'body' | 'text'>

/**
 * The text, or null where it has more than `limit` bytes. A body that came with its length is no longer than that, since the
 * protocol ends it there, and the platform reads it at once; one without a length is counted as it comes.
 */
export async function readText(request: Body, limit: number): Promise<string | null> {
  const told = request.headers.get('content-length')
  if (Number(told ?? 0) > limit) return null
  if (!request.body) return ''
  return told !== null && /^\d+$/.test(told) ? request.text() : readCounted(request.body, limit)
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

/** The value of a JSON body, or null where the body is too long or no JSON. */
export async function readJson(request: Body, limit: number): Promise<unknown> {
  const text = await readText(request, limit)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Bytes of an operator's command. */
export const LARGEST_COMMAND = 64 * 1024
