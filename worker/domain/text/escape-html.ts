import { escapeToBuffer } from 'hono/utils/html'

/** Escapes `&`, `<`, `>` and both quotes. The result is safe as text and in a quoted attribute, in HTML and in XML. */
export function escapeHtml(text: string): string {
  const escaped: [string] = ['']
  escapeToBuffer(text, escaped)
  return escaped[0]
}
