/** Gives `exports` of cloudflare:workers the type of the worker's main module. */
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/index.ts')
  }
}
