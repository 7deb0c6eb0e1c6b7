/** The look of a printed ticket: the colours, the logo and the key picture of the band, even if another shop sold the ticket. */
import type { OrderEvent } from '../db/order.ts'
import type { Env } from '../env.ts'
import { log, reasonOf } from '../services/log.ts'
import { jpegKey } from './brand.ts'
import type { PassBrand } from './pass-content.ts'
import type { PrintedBrand } from './ticket-pdf.ts'

const LOGO_WIDTH = 180
/** The picture is as wide as the page. This is about 150 pixels per inch. */
const PICTURE_WIDTH = 1200

export async function printedBrand(
  { name, colours, logo }: PassBrand,
  { image }: Pick<OrderEvent, 'image'>,
  { BUCKET }: Pick<Env, 'BUCKET'>,
): Promise<PrintedBrand> {
  const [logoFile, picture] = await Promise.all([
    logo && fileOf(BUCKET, jpegKey(logo, LOGO_WIDTH)),
    image && fileOf(BUCKET, jpegKey(image, PICTURE_WIDTH)),
  ])
  return { name, colours, logo: logoFile, picture }
}

/** Null if the file is missing. A ticket without a picture is better than none, so an outage of the bucket must not stop it. */
async function fileOf(bucket: Env['BUCKET'], key: string): Promise<Uint8Array | null> {
  try {
    const file = await bucket.get(key)
    return file && new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    log('warn', 'a ticket was written without its picture', { key, error: reasonOf(error) })
    return null
  }
}
