/**
 * Presigned uploads to the bucket's S3 interface. The AWS SDK is loaded only when a fan uploads a photo, because it would make
 * the start of every isolate slower.
 */
import { UPLOAD_SECONDS } from '../../schema/limits.ts'
import type { Env } from '../env.ts'

type StorageSettings = Pick<Env, 'R2_ENDPOINT' | 'R2_BUCKET' | 'R2_ACCESS_KEY_ID' | 'R2_SECRET_ACCESS_KEY'>
type AnnouncedFile = { objectKey: string; contentType: string; bytes: number; sha256: string }
export type UploadPermission = { url: string; headers: { name: string; value: string }[] }

export function uploadsAreConfigured(env: StorageSettings): boolean {
  return Boolean(env.R2_ENDPOINT && env.R2_BUCKET && env.R2_ACCESS_KEY_ID && env.R2_SECRET_ACCESS_KEY)
}

/** The origin to which browsers upload; null if uploads are not configured. */
export function uploadOrigin(env: StorageSettings): string | null {
  return uploadsAreConfigured(env) && env.R2_ENDPOINT ? new URL(env.R2_ENDPOINT).origin : null
}

/**
 * Returns the URL and the headers of a PUT request that stores exactly this file. The signature covers the file's type,
 * length and SHA-256 checksum (base64), and expires after ten minutes. The browser sets the header `content-length` itself.
 */
export async function presignUpload(env: StorageSettings, file: AnnouncedFile, now: number): Promise<UploadPermission> {
  const [{ PutObjectCommand, S3Client }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const client = new S3Client({
    region: 'auto',
    endpoint: env.R2_ENDPOINT ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId: env.R2_ACCESS_KEY_ID ?? '', secretAccessKey: env.R2_SECRET_ACCESS_KEY ?? '' },
    // Otherwise, the URL would contain the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const command = new PutObjectCommand({
    Bucket: env.R2_BUCKET,
    Key: file.objectKey,
    ContentType: file.contentType,
    ContentLength: file.bytes,
    ChecksumSHA256: file.sha256,
  })
  const url = await getSignedUrl(client, command, {
    expiresIn: UPLOAD_SECONDS,
    signingDate: new Date(now),
    signableHeaders: new Set(['content-type', 'content-length']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  })
  return {
    url,
    headers: [
      { name: 'content-type', value: file.contentType },
      { name: 'x-amz-checksum-sha256', value: file.sha256 },
    ],
  }
}
