/** Finds the files that a catalogue names: images and seat maps. */
import { existsSync, realpathSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Origin } from './catalogue.ts'

/**
 * The absolute path of a named file, searched from the catalogue's root, then beside the file that names it. Empty if there
 * is none inside the root: a catalogue must not bring files of the machine into the shop, neither by `..` nor by a link.
 */
export function materialPath({ root, folder }: Pick<Origin, 'root' | 'folder'>, name: string): string {
  const inside = existsSync(root) ? realpathSync(root) + sep : root
  const found = [resolve(root, name), resolve(folder, name)].find((path) => existsSync(path))
  return found !== undefined && realpathSync(found).startsWith(inside) ? found : ''
}
