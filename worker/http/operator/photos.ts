/** Serves an uploaded photo to a browser that has one of the short-lived links of `npm run support`. */
import { openDatabase } from '../../db/database.ts'
import { findUpload } from '../../db/submission.ts'
import { log } from '../../services/log.ts'
import { photoLinkIsValid } from '../../services/photo-link.ts'
import { readPhoto } from '../../services/proof-photo.ts'
import type { EdgeContext } from '../edge-context.ts'

export async function servePhoto(http: EdgeContext): Promise<Response> {
  const { env, req } = http
  const url = new URL(req.url)
  const isHere = !env.OPERATOR_HOST || url.hostname === env.OPERATOR_HOST
  if (!isHere || !photoLinkIsValid(env, url, Date.now())) return notFound()
  const upload = await findUpload(openDatabase(env.DB), url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
  const photo = upload && (await readPhoto(env, upload))
  if (!upload || !photo) return notFound()
  log('info', 'operator opened a photo', { upload: upload.id })
  return new Response(photo, { headers: { ...PRIVATE, 'content-type': upload.contentType } })
}

const PRIVATE = {
  'cache-control': 'private, no-store',
  'content-disposition': 'inline; filename="photo.jpg"',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex, nofollow',
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
}
