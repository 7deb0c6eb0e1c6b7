/** A small page without scripts in a shop's design, such as the gate of a protected shop or the page of a lottery. */
import type { Locale } from '../../schema/locale.ts'
import type { ShopRow } from '../../schema/tables/shop.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import type { Env } from '../env.ts'
import { designLook } from '../mail/design-look.ts'
import { artworkSvg } from './artwork.ts'
import { bandIcon } from './band-icon.ts'
import { builtFile, designStylesheet } from './shell.ts'

/**
 * `content` is the HTML after the title; its texts must already be escaped. With `hasArtwork`, the page also shows artwork that
 * is made from the shop's name.
 */
export async function plainPage(
  env: Env,
  shop: Pick<ShopRow, 'name' | 'meta'>,
  locale: Locale,
  title: string,
  content: string,
  { hasArtwork = false } = {},
): Promise<string> {
  const design = shop.meta.design ?? 'plain'
  const look = designLook(design)
  const sheets = [await designStylesheet(env, design), await builtFile(env, 'styles/locked.css')]
  const links = sheets.map((sheet) => (sheet ? `<link rel="stylesheet" href="${sheet}">` : '')).join('')
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="theme-color" content="${look.colours.ground}"><link rel="icon" href="${bandIcon(shop.name, look)}" type="image/svg+xml"><title>${escapeHtml(title)} – ${escapeHtml(shop.name)}</title>${links}</head><body class="locked${hasArtwork ? ' has-artwork' : ''}">${hasArtwork ? artworkSvg(shop.name) : ''}<main><p class="locked-shop${hasArtwork ? ' wordmark' : ''}">${escapeHtml(shop.name)}</p><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}
