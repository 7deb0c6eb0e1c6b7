/** The windows, languages and shops that `npm run pictures` shows. */
import type { BrowserContextOptions } from 'playwright-core'
import type { Locale } from '../../../schema/locale.ts'
import { DESKTOP, PHONE } from '../../support/browser.ts'
import type { ShopName } from './demo.ts'

export type Config = {
  name: string
  language: Locale
  shop: ShopName
  options: BrowserContextOptions
  /** Whether the window is so narrow that buttons in the header open the menu and the search. */
  isNarrow: boolean
  /** The event whose waiting room the pictures show. All visitors share a room, so each configuration has its own event. */
  queued: string
}

type Size = readonly [width: number, height: number]

const touch = ([width, height]: Size): BrowserContextOptions => ({
  ...PHONE,
  deviceScaleFactor: 1,
  viewport: { width, height },
})

const config = (name: string, language: Locale, shop: ShopName, queued: string, size: Size | null): Config => ({
  ...{ name, language, shop, queued, isNarrow: size !== null },
  options: {
    ...(size ? touch(size) : DESKTOP),
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  },
})

/** The pictures show five of the nine bands: two with the layout `index`, two with `plain`, and one with `poster`. */
export const CONFIGS: readonly Config[] = [
  config('phone-de', 'de', 'stagedoor', 'fenna-deichgraf-hamburg', [390, 844]),
  config('desk-de', 'de', 'stagedoor', 'fenna-deichgraf-bremen', null),
  config('phone-en', 'en', 'kiosk-kardinal', 'kiosk-kardinal-leipzig', [390, 844]),
  config('small-de', 'de', 'motel-meteor', 'motel-meteor-nuernberg', [320, 640]),
  config('small-en', 'en', 'kaputte-ampeln', 'kaputte-ampeln-bochum', [320, 640]),
  config('side-de', 'de', 'phasenschieber', 'phasenschieber-geheim', [844, 390]),
  config('side-en', 'en', 'stagedoor', 'aschenfirn-graz', [844, 390]),
  config('desk-en', 'en', 'freibad-freitag', 'freibad-freitag-offenbach', null),
]
