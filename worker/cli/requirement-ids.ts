/**
 * Compares the requirement ids in `tests/requirements.md` with the ids in code and test titles. An id counts as tested only
 * if the title of a test or a suite begins with it. Titles of skipped tests do not count.
 */

export type SourceFile = { path: string; text: string }

const ID = '[A-Z][A-Z0-9]*-\\d{2}\\b'
const ROW = new RegExp(`^- \\*\\*(${ID})\\*\\* \\S`, 'gm')
/**
 * Matches ids at the beginning of the title of a test or suite. A table test has its title in a second call:
 * `it.each(…)('…')`.
 */
const TITLE = new RegExp(`(?:\\b(?:it|test|describe)((?:\\.\\w+)*)|\\))\\(\\s*['"\`]((?:${ID}[ ,]*)+)`, 'g')

const idsIn = (text: string, pattern: string): string[] => text.match(new RegExp(pattern, 'g')) ?? []

function testedIds({ path, text }: SourceFile): string[] {
  if (!/\.test\.tsx?$/.test(path)) return []
  return [...text.matchAll(TITLE)]
    .filter(([, modifiers = '']) => !/\.(?:skip|todo)\b/.test(modifiers))
    .flatMap(([, , ids = '']) => idsIn(ids, ID))
}

/** Returns one sentence per fault. `list` is the text of `tests/requirements.md`, which `files` must not include. */
export function requirementFaults(list: string, files: SourceFile[]): string[] {
  const listed = [...list.matchAll(ROW)].map(([, id = '']) => id)
  const areas = [...new Set(listed.map((id) => id.slice(0, id.lastIndexOf('-'))))]
  // Outside of titles, only ids of a listed area count, because a product number may look like an id.
  const known = `\\b(?:${areas.join('|')})-\\d{2}\\b`
  const tested = new Set<string>()
  const usedIn = new Map<string, string>()
  for (const file of files) {
    const inTitles = testedIds(file)
    for (const id of inTitles) tested.add(id)
    const used = areas.length === 0 ? inTitles : [...inTitles, ...idsIn(file.text, known)]
    for (const id of used) if (!usedIn.has(id)) usedIn.set(id, file.path)
  }
  return [
    ...listed.filter((id, index) => listed.indexOf(id) !== index).map((id) => `${id} is listed twice`),
    ...[...usedIn]
      .filter(([id]) => !listed.includes(id))
      .map(([id, path]) => `${id} is used in ${path}, but not listed`),
    ...listed.filter((id) => !tested.has(id)).map((id) => `${id} is listed, but no test title begins with it`),
  ]
}
