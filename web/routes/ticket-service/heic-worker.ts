/**
 * Decodes a HEIC picture with libheif, outside the page's thread. The page sends the picture and the addresses of the
 * library's files, which the shop serves unchanged. The file has no imports and exports, because a script that loads other
 * scripts with `importScripts` cannot be a module.
 */

type HeicRequest = import('./heic.ts').HeicRequest
type HeicAnswer = import('./heic.ts').HeicAnswer

type HeifImage = {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  /** Calls `done` with null if the picture is damaged. It applies the rotation and the mirroring of the file. */
  display(target: ImageData, done: (picture: ImageData | null) => void): void
}
type Heif = { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } }

/** What the global scope of a worker has, and what the library adds to it. */
type WorkerScope = {
  onmessage: (event: MessageEvent<HeicRequest>) => void
  postMessage(answer: HeicAnswer, transfer: Transferable[]): void
  importScripts(address: string): void
  libheif?(options: { wasmBinary: ArrayBuffer }): Heif
}

/** The cameras of phones have at most 50 million pixels, which take 200 MB. */
const MOST_PIXELS = 50_000_000

const scope = globalThis as unknown as WorkerScope

async function decode({ file, loader, binary }: HeicRequest): Promise<HeicAnswer> {
  scope.importScripts(loader)
  const answer = await fetch(binary)
  const heif = answer.ok && scope.libheif?.({ wasmBinary: await answer.arrayBuffer() })
  if (!heif) return 'decoder'
  const images = new heif.HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()))
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) return 'heic'
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MOST_PIXELS) return 'size'
  const picture = await new Promise<ImageData | null>((resolve) => image.display(new ImageData(width, height), resolve))
  return picture ? createImageBitmap(picture) : 'heic'
}

scope.onmessage = async ({ data }) => {
  // An error that a worker throws in a promise would not reach the page.
  const answer = await decode(data).catch((): HeicAnswer => 'decoder')
  scope.postMessage(answer, answer instanceof ImageBitmap ? [answer] : [])
}
