/** Uploads a prepared photo directly to the storage, with a permission from the shop. */
import { RequestPhotoUploadDocument } from '../../../schema/generated/mutations.ts'
import { ConnectionError, runOperation } from '../../data/fetch.ts'

type Progress = (share: number) => void

/**
 * Returns the upload's id. `onProgress` gets the share that has been sent, from 0 to 1. Rejects with a ShopError, a
 * ConnectionError, or an AbortError if the signal aborts.
 */
export async function uploadPhoto(
  photo: Blob,
  key: string,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await photo.arrayBuffer()))
  const input = { key, bytes: photo.size, sha256: btoa(String.fromCharCode(...digest)) }
  const { requestPhotoUpload } = await runOperation(RequestPhotoUploadDocument, { input }, { signal })
  const { id, url, headers } = requestPhotoUpload
  await put(url, headers, photo, signal, onProgress)
  return id
}

/** Uses XMLHttpRequest, because `fetch` does not report how much has been sent. */
function put(
  url: string,
  headers: readonly { name: string; value: string }[],
  photo: Blob,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('PUT', url)
    for (const { name, value } of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status >= 200 && request.status < 300 ? resolve() : reject(new ConnectionError('server'))
    request.onerror = () => reject(new ConnectionError('offline'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    request.send(photo)
  })
}
