/** The files of the web build, by the path of their source file. */
type BuiltFile = { file: string; isDynamicEntry?: boolean; imports?: string[] }
export type BuiltFiles = Record<string, BuiltFile>

/**
 * Returns the script files that a source needs, beginning with its own file. The set is empty if the build does not contain
 * the source.
 */
export function scriptsOf(built: BuiltFiles, source: string, found = new Set<string>()): Set<string> {
  const entry = built[source]
  if (!entry || found.has(entry.file)) return found
  if (!entry.file.endsWith('.css')) found.add(entry.file)
  for (const imported of entry.imports ?? []) scriptsOf(built, imported, found)
  return found
}
