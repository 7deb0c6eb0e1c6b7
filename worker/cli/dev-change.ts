/** Decides what `npm run dev` does about a changed file. Vite itself handles components and styles. */

export type Work = {
  /** Generate types and operations from the SDL. */
  generate: boolean
  /** Compile the texts for fans. */
  messages: boolean
  /** Bundle and restart the worker. */
  worker: boolean
  /** Write the files that the worker reads through its assets, and restart it. */
  assets: boolean
}

export const NO_WORK: Work = { generate: false, messages: false, worker: false, assets: false }

const SDL = /^schema\/.*\.graphql$/
const TEXTS = /^web\/i18n\/(?:de|en)\/[^/]+\.json$/
const ASSETS = /^web\/(?:index\.html|designs\/[^/]+\.css)$/
/** Generated files cause no work, because the change of their source already causes it. */
const GENERATED = /^(?:schema|worker)\/generated\//
/** Code that runs in Node and not in the worker. */
const TOOLS = /^worker\/(?:cli|import)\//
const WORKER = /^(?:schema|worker)\/.*\.(?:ts|tsx|js|json)$/

/** `path` is relative to the repository and has forward slashes. `isNew`: the file was added or removed. */
export function workOf(path: string, isNew: boolean): Work {
  if (SDL.test(path)) return { ...NO_WORK, generate: true, worker: true }
  if (TEXTS.test(path)) return { ...NO_WORK, messages: true }
  if (ASSETS.test(path)) return isNew || path.endsWith('.html') ? { ...NO_WORK, assets: true } : NO_WORK
  if (GENERATED.test(path) || TOOLS.test(path)) return NO_WORK
  return WORKER.test(path) ? { ...NO_WORK, worker: true } : NO_WORK
}

export function mergeWork(one: Work, other: Work): Work {
  return {
    generate: one.generate || other.generate,
    messages: one.messages || other.messages,
    worker: one.worker || other.worker,
    assets: one.assets || other.assets,
  }
}
