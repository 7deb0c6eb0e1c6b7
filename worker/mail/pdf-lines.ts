import type { FontName, PdfFile } from './pdf.ts'

/** Breaks a text into lines at spaces. A word that is longer than a line is split. */
export function linesOf(file: PdfFile, text: string, how: { width: number; size: number; font: FontName }): string[] {
  const fits = (line: string) => file.widthOf(line, how.font, how.size) <= how.width
  const lines: string[] = []
  let line = ''
  for (const word of text.replace(/\s+/g, ' ').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (line.length > 1 && !fits(line)) {
      let length = line.length - 1
      while (length > 1 && !fits(line.slice(0, length))) length--
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line]
}
