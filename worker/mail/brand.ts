/** What a mail shows of the shop that sends it: its name, colours, logo and key picture, and the company behind all shops. */
import type { Image } from '../../schema/catalogue-values.ts'
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { COMPANY } from '../../schema/texts/company.ts'
import { type HostedShop, mainShopOf, shopAddress } from '../domain/catalogue/shop-host.ts'
import { isProtected } from '../domain/catalogue/shop-range.ts'
import type { Env } from '../env.ts'
import type { DesignColours, DesignShape } from '../generated/design-colours.ts'
import { designLook } from './design-look.ts'
import { INVOICE_TEXT } from './invoice-text.ts'

export type MailBrand = {
  name: string
  home: string
  imprint: string
  colours: DesignColours
  shape: DesignShape
  /** Images; null if there is none, or if the shop needs a password, without which its images do not load. */
  logo: string | null
  picture: MailPicture | null
}

/** The key picture below the shop's name. The size is in CSS pixels, so that the mail does not move when the picture loads. */
type MailPicture = { src: string; width: number; height: number; alt: string }

/** The width of a mail in CSS pixels. Images are twice as large as they appear, for screens with two pixels per CSS pixel. */
export const MAIL_WIDTH = 600
const LOGO_WIDTH = 180

/** The start of the URLs of a shop's pages in mails. */
export function mailBase(shop: HostedShop, shops: readonly HostedShop[], env: Pick<Env, 'PUBLIC_ORIGIN'>): string {
  return shopAddress(shop, shops, new URL(env.PUBLIC_ORIGIN || `https://${mainShopOf(shops)?.domain ?? 'localhost'}`))
}

/** `base` is the start of the shop's URLs, and `locale` the language of the mail. */
export function mailBrand(shop: ShopRow, base: string, locale: Locale): MailBrand {
  const { name, meta } = shop
  const { colours, shape } = designLook(meta.design)
  return {
    name,
    home: `${base}/?lang=${locale}`,
    imprint: `${base}/contact?lang=${locale}`,
    colours,
    shape,
    logo: imageUrl(shop, base, meta.favicon, LOGO_WIDTH),
    picture: null,
  }
}

/** The key picture of a mail. Programs that load no images show `subject`, the name of what the picture shows. */
export function mailPicture(
  shop: ShopRow,
  base: string,
  image: Image | undefined,
  subject: string,
): MailPicture | null {
  const src = imageUrl(shop, base, image, 2 * MAIL_WIDTH)
  if (!image || src === null) return null
  return { src, width: MAIL_WIDTH, height: Math.round((MAIL_WIDTH * image.height) / image.width), alt: subject }
}

function imageUrl(shop: ShopRow, base: string, image: Image | undefined, width: number): string | null {
  return image && !isProtected(shop) ? new URL(`/${jpegKey(image, width)}`, base).href : null
}

/** The key of the largest JPEG of an image that is at most `width` pixels wide. Mail programs and PDF know no AVIF. */
export function jpegKey({ key, widths }: Pick<Image, 'key' | 'widths'>, width: number): string {
  return `images/${key}/${widths.filter((known) => known <= width).at(-1) ?? widths[0] ?? width}.jpg`
}

/** The details that a company's business letters must contain (§ 35a GmbHG). */
export function companyLines(locale: Locale): string[] {
  const { director, vatId } = INVOICE_TEXT[locale]
  return [
    [COMPANY.name, COMPANY.street, COMPANY.city].join(' · '),
    [COMPANY.register, director(COMPANY.director), vatId(COMPANY.vatId)].join(' · '),
  ]
}
