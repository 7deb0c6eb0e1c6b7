/** Finds the images and seat maps that a catalogue names. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Origin } from './catalogue.ts'

/**
 * Returns the absolute path of a named file. The name is relative to the catalogue's root, or else to the folder of the
 * catalogue file. Returns an empty string if there is no such file inside the root. A catalogue must not publish other
 * files of the machine, neither with `..` nor with a symbolic link.
 */
export function materialPath({ root, folder }: Pick<Origin, 'root' | 'folder'>, name: string): string {
  const inside = existsSync(root) ? realpathSync(root) + sep : root
  const found = [resolve(root, name), resolve(folder, name)].find((path) => existsSync(path))
  return found !== undefined && realpathSync(found).startsWith(inside) ? found : ''
}
