/** Tells `exports` of cloudflare:workers which module is under test. */
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/index.ts')
  }
}
