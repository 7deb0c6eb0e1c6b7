/** Reads request bodies up to a limit and stops there, so that a body of any length costs no more memory than the limit. */

/** The text, or null where it has more than `limit` bytes. A body may come without its length. */
export async function readText(request: Pick<Request, 'headers' | 'body'>, limit: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
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
export async function readJson(request: Pick<Request, 'headers' | 'body'>, limit: number): Promise<unknown> {
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
