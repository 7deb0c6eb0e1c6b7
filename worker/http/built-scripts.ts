/** What the web's build says of its files, by the source each came from. */
type BuiltFile = { file: string; isDynamicEntry?: boolean; imports?: string[] }
export type BuiltFiles = Record<string, BuiltFile>

/** The script files that a source needs before it can run, its own first. None where the build knows no such source. */
export function scriptsOf(built: BuiltFiles, source: string, found = new Set<string>()): Set<string> {
  const entry = built[source]
  if (!entry || found.has(entry.file)) return found
  if (entry.file.endsWith('.js')) found.add(entry.file)
  for (const imported of entry.imports ?? []) scriptsOf(built, imported, found)
  return found
}
