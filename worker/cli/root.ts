/** The repository's root, which commands resolve their paths against. */
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
