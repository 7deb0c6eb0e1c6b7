/**
 * Decodes a HEIC picture in a browser that cannot do it itself. The decoder libheif is 500 KB, so it loads only for such a
 * picture. Its licence is the LGPL, so the shop serves its files unchanged, and the imprint links to the licence.
 */
import loaderAddress from 'libheif-js/libheif-wasm/libheif.js?url'
import binaryAddress from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { HeicAnswer, HeicRequest } from './heic.ts'

/** A cheap phone needs some seconds for the picture of a good camera. */
const LONGEST_WAIT_MS = 60_000

/** Returns the picture, or why there is none. */
export async function decodeHeic(file: File): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url))
  const absolute = (address: string) => new URL(address, location.href).href
  const request: HeicRequest = { file, loader: absolute(loaderAddress), binary: absolute(binaryAddress) }
  const { promise, resolve } = Promise.withResolvers<HeicAnswer>()
  const timer = setTimeout(() => resolve('heic'), LONGEST_WAIT_MS)
  worker.addEventListener('message', ({ data }: MessageEvent<HeicAnswer>) => resolve(data))
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    resolve('decoder')
  })
  worker.postMessage(request)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
