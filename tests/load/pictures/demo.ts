/** The pages of the demo catalogue (`tests/fixtures/demo`) that `npm run pictures` shows. */

export type ShopName =
  | 'stagedoor'
  | 'kiosk-kardinal'
  | 'motel-meteor'
  | 'kaputte-ampeln'
  | 'phasenschieber'
  | 'freibad-freitag'

type ShopPages = {
  /** The code that opens a protected shop. */
  accessCode?: string
  tour?: string
  tourCategory?: string
  categories: readonly string[]
  artist?: string
  /** Products by the name of the picture. */
  products: Readonly<Record<string, string>>
  /** The first bundle lets the fan choose a concert, and the second one a size. */
  bundles: readonly string[]
  /** Events by the name of the picture. */
  events: Readonly<Record<string, string>>
  /** Events with a seat map. The pictures show each view of the map. */
  maps: Readonly<Record<string, string>>
  /** The city of one of the concerts. */
  city: string
  /** The content of carts and orders: a product, and two tickets if the shop sells tickets without names. */
  cart: { product: string; event?: string }
  /** An event with names on its tickets. */
  named?: string
  /** An event that has moved, so that fans can return its tickets. */
  moved?: string
  offersNewsletter: boolean
  /** The payment method with a page of the provider, if it is not stripe_checkout. */
  hostedMethod?: 'stripe_sofort'
}

export const SHOPS: Readonly<Record<ShopName, ShopPages>> = {
  stagedoor: {
    tour: 'leergut',
    categories: ['shirts', 'tontraeger', 'krasser-dezember'],
    artist: 'kiosk-kardinal',
    products: {
      apparel: 'kiosk-kardinal-t-shirt-rabattmarke',
      'other-colours': 'freibad-freitag-t-shirt-sprungturm',
      record: 'kiosk-kardinal-lp-pfandgut',
      'sold-out': 'kiosk-kardinal-aufnaeher-kleingeld',
      personalised: 'motel-meteor-schluesselanhaenger-zimmer-84',
      'adults-only': 'stagedoor-spirituose-buehnengeist',
      'shipped-later': 'ensemble-lichtmass-box-set-werkbox-i-iv',
      external: 'ensemble-lichtmass-partiturmiete-auffuehrungsmaterial',
      code: 'aschenfirn-hoodie-schieferhang',
      voucher: 'stagedoor-gutschein-sofort',
    },
    bundles: ['kiosk-kardinal-bundle-leergut', 'kapelle-katapult-bundle-festzelt'],
    events: {
      tickets: 'kapelle-katapult-nuernberg',
      'ticket-kinds': 'aschenfirn-muenchen',
      'presale-countdown': 'kiosk-kardinal-offenbach-2',
      'presale-code': 'aschenfirn-bochum',
      'presale-map': 'motel-meteor-frankfurt',
      cancelled: 'kaputte-ampeln-dresden',
      moved: 'kapelle-katapult-muenchen',
      'sold-out': 'kiosk-kardinal-offenbach-1',
      external: 'freibad-freitag-halde',
      kulturpass: 'freibad-freitag-koeln',
      pairs: 'fenna-deichgraf-husum',
      group: 'kapelle-katapult-regensburg',
      'hard-tickets': 'ensemble-lichtmass-wien',
    },
    maps: {
      arena: 'kiosk-kardinal-berlin',
      hall: 'motel-meteor-hannover',
      theatre: 'ensemble-lichtmass-leipzig',
    },
    city: 'Leipzig',
    cart: { product: 'kiosk-kardinal-t-shirt-kassenbon', event: 'freibad-freitag-koeln' },
    named: 'kapelle-katapult-regensburg',
    moved: 'kapelle-katapult-muenchen',
    offersNewsletter: true,
  },
  'kiosk-kardinal': {
    tour: 'leergut',
    tourCategory: 'leergut',
    categories: ['kiosk-kardinal-shirts', 'kiosk-kardinal-tontraeger'],
    products: {
      apparel: 'kiosk-kardinal-t-shirt-rabattmarke',
      record: 'kiosk-kardinal-lp-pfandgut',
      'sold-out': 'kiosk-kardinal-aufnaeher-kleingeld',
      personalised: 'kiosk-kardinal-lp-pfandgut-signiert',
    },
    bundles: ['kiosk-kardinal-bundle-leergut', 'kiosk-kardinal-bundle-schicht'],
    events: {
      tickets: 'kiosk-kardinal-hamburg',
      'presale-countdown': 'kiosk-kardinal-offenbach-2',
      'sold-out': 'kiosk-kardinal-offenbach-1',
    },
    maps: { arena: 'kiosk-kardinal-berlin' },
    city: 'Leipzig',
    cart: { product: 'kiosk-kardinal-t-shirt-kassenbon', event: 'kiosk-kardinal-wien' },
    offersNewsletter: false,
  },
  'motel-meteor': {
    tour: 'nachtportier',
    tourCategory: 'nachtportier',
    categories: ['motel-meteor-shirts', 'motel-meteor-tontraeger'],
    products: {
      apparel: 'motel-meteor-t-shirt-nachtportier-tour',
      record: 'motel-meteor-lp-zimmer-84',
      'sold-out': 'motel-meteor-aufnaeher-meteor',
      personalised: 'motel-meteor-schluesselanhaenger-zimmer-84',
      external: 'motel-meteor-playlist-radio-rezeption',
    },
    bundles: ['motel-meteor-bundle-halbpension'],
    events: { tickets: 'motel-meteor-bremen', 'presale-map': 'motel-meteor-frankfurt' },
    maps: { hall: 'motel-meteor-hannover' },
    city: 'Bern',
    cart: { product: 'motel-meteor-t-shirt-zimmer-frei', event: 'motel-meteor-salzburg' },
    offersNewsletter: false,
    hostedMethod: 'stripe_sofort',
  },
  'kaputte-ampeln': {
    tourCategory: 'umleitung',
    categories: ['kaputte-ampeln-shirts', 'kaputte-ampeln-tontraeger'],
    products: {
      apparel: 'kaputte-ampeln-t-shirt-bei-rot-singen',
      record: 'kaputte-ampeln-lp-rotphase',
    },
    bundles: [],
    events: { tickets: 'kaputte-ampeln-koeln', cancelled: 'kaputte-ampeln-dresden' },
    maps: {},
    city: 'Bochum',
    cart: { product: 'kaputte-ampeln-hoodie-erpresserbrief', event: 'kaputte-ampeln-koeln' },
    offersNewsletter: false,
  },
  phasenschieber: {
    accessCode: 'nulldurchgang',
    tourCategory: 'messreihe',
    categories: ['phasenschieber-shirts', 'phasenschieber-tontraeger'],
    products: {
      apparel: 'phasenschieber-t-shirt-interferenz',
      record: 'phasenschieber-lp-netzfrequenz',
    },
    bundles: [],
    events: { tickets: 'phasenschieber-berlin', 'secret-date': 'phasenschieber-geheim' },
    maps: {},
    city: 'Berlin',
    cart: { product: 'phasenschieber-hoodie-0-180' },
    named: 'phasenschieber-berlin',
    offersNewsletter: false,
  },
  'freibad-freitag': {
    tourCategory: 'saisonkarte',
    categories: ['freibad-freitag-shirts', 'freibad-freitag-tontraeger'],
    products: {
      apparel: 'freibad-freitag-t-shirt-sprungturm',
      record: 'freibad-freitag-lp-sprungturm',
    },
    bundles: [],
    events: {
      tickets: 'freibad-freitag-hamburg',
      kulturpass: 'freibad-freitag-koeln',
      external: 'freibad-freitag-halde',
    },
    maps: {},
    city: 'Hamburg',
    cart: { product: 'freibad-freitag-hoodie-nachtschwimmen', event: 'freibad-freitag-hamburg' },
    offersNewsletter: true,
  },
}
