/**
 * Builds the web into dist/client. Every design is an entry, so the manifest lists the stylesheet that a shop links to.
 * Asset names contain a hash, so browsers may cache them for ever. `worker/cli/build.ts` compiles the messages first.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ViteDevServer } from 'vite'
import type { Compilation } from './web/i18n/compile.ts'

const WEB = join(import.meta.dirname, 'web')

const MESSAGES = join(WEB, 'i18n/generated/messages')

/**
 * In development, this plugin compiles the messages at the start. After a change of a text, `worker/cli/dev-web.ts`
 * calls `api.compile`. All messages are served as one module, because otherwise each page would need hundreds of requests.
 */
function messages(): Plugin<{ compile(): Promise<void> }> {
  const all = join(MESSAGES, '_index.js')
  let environments: ViteDevServer['environments'] | undefined
  let last: Promise<Compilation> | undefined
  const compile = async () => {
    // Loading the compiler takes half a second. A build does not need it, so the import is dynamic.
    const { compileMessages } = await import('./web/i18n/compile.ts')
    // If the last compilation failed, there is no previous result, so all messages are compiled again.
    last = compileMessages(await last?.catch(() => undefined))
    await last
    for (const { moduleGraph } of Object.values(environments ?? {}))
      for (const module of moduleGraph.getModulesByFile(all) ?? []) moduleGraph.invalidateModule(module)
  }
  return {
    name: 'stagedoor-messages',
    apply: 'serve',
    configureServer(server) {
      environments = server.environments
      return compile()
    },
    load(id) {
      if (id !== all) return null
      const names = readdirSync(MESSAGES).filter((name) => name.endsWith('.js') && name !== '_index.js')
      const lines = names.flatMap((name) => readFileSync(join(MESSAGES, name), 'utf8').split('\n'))
      const { imports, own } = Object.groupBy(lines, (line) => (line.startsWith('import ') ? 'imports' : 'own'))
      return [...new Set(imports), ...(own ?? [])].join('\n')
    },
    api: { compile },
  }
}

/**
 * Marks React Router's top-level call of `React.memo` as free of side effects, as its other calls are. Otherwise the bundler
 * keeps the unused component of this call, and with it 4 KB of code for data routers.
 */
function unusedDataRoutes(): Plugin {
  return {
    name: 'stagedoor-unused-data-routes',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/components\.js$/ },
      handler: (code) => ({ code: code.replace(/^(const \w+ = )(?=\S+\.memo\()/gm, '$1/* @__PURE__ */ '), map: null }),
    },
  }
}

/**
 * Replaces Vite's function around each dynamic import. It loads the styles and the preloads that a chunk lists, but no chunk
 * has styles of its own, and `modulePreload` below leaves the other lists empty.
 */
function plainImports(): Plugin {
  return {
    name: 'stagedoor-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/**
 * Names the stylesheet before the script. Vite writes it last, but the first paint waits for it, so it should get the open
 * connection over which the page came.
 */
function stylesFirst(): Plugin {
  return {
    name: 'stagedoor-styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/(<script type="module".*<\/script>)(\s*)(<link rel="stylesheet".*>)/, '$3$2$1'),
    },
  }
}

/** The libraries that all pages share. A few large chunks compress better and load faster than forty small ones. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//
/** Modules of these packages that only some pages need. They stay out of the vendor chunk. */
const VENDOR_RARE =
  /query\/.*useInfinite|core\/.*infiniteQueryObserver|react-query\/.*useMutation|core\/.*mutationObserver/
/** Our own modules that most pages need, and the news slider of the home pages. */
const KIT = new RegExp(
  [
    'vite/preload-helper',
    'web/(app/(?!checkout-footer|extras|document-head|footer|frame-parts|leaving-links|not-found|phone-|snow-switch|socials)|boot/address-router|data/(?!cookie-trial|search-params))',
    'web/i18n/(fault-text|format)',
    'web/i18n/generated/(runtime|registry)',
    'web/i18n/generated/messages/(sale_time|shell_(skip|main|menu\\.|merch|cart|help|tickets|artists|search(_label|_placeholder)?\\.|language)|state|slider_role|home_news|news_)',
    'web/i18n/generated/messages/(queue_document_turn|error_(offline|timeout|server|queue_active))',
    'web/catalogue/(news-card|artwork|picture|image-sizes|thumbhash|shop-link|query-view|page-title|pages-context|shop-links)',
    'web/ui/(client-only|first-view-end|fitted-title|late-part|slide-in-view|missing-script|icon|notice|plain-click|skeletons|touch|scroll-offset|slider\\.)',
    'web/search/search-form',
    'web/routes/home/(home-parts|news-slider)',
    'schema/generated/constants/(Home|Shop|Categories|Artists|Search|\\w+Page)\\.ts$',
    'schema/(owner-mark|rules/(before-show|event-sale|money-format|number-format|date-format|shop-zone|unbroken-text)|artwork|availability|browser-storage|routes|limits|locale|errors|operation|page-data)',
  ].join('|'),
)

/** The messages of the header, the menu, the footer, the minicart and the countdowns. */
const WORDS =
  /messages\/(shell_|suggest_account|kulturpass_title|cart_(title|empty|to_cart|time_left)|countdown|minicart_|jobs_title\.|order_lookup_title\.)/

/** The messages of lists, such as “sold out” and “from”, which pages of concerts, bundles and orders also show. */
const LIST_WORDS =
  /messages\/(link_new_window|price_from|tile_sold_out|event_(date_open|formerly|stage|tag_(cancelled|date_open|postponed)))\.js/

/** The tiles of products, with the texts and prices that pages of products share with them, and the frames of lists. */
const TILES =
  /web\/(catalogue\/(litre-price|price|product-grid|product-tile|struck-price)|ui\/(scroller|section))\.tsx|messages\/(price_\w+|product_per_litre|tile_\w+)\.js/

/** The rows of concerts, with the texts that pages of concerts share with them. */
const ROWS =
  /web\/(catalogue\/event-(list|times)|ui\/countdown-parts)\.tsx?|messages\/event_(doors|support|tag_\w+)\.js/

/**
 * What the frame of every page loads after the page (`web/app/frame-parts.ts`), and a few pages load too: the cookie choice, the
 * counted views, the memory of the newsletter popup, the snow, the code in a voucher's link, and the stored wait.
 */
const PAGE_END =
  /schema\/(tracking|rules\/voucher)\.ts|web\/(app\/snow-switch|consent\/(tracking|visit-report)|newsletter\/popup-memory|waiting-room\/stored-wait)\.ts/

/**
 * The commands of the cart with the entered presale code and the check that cookies are stored, the message that the page shows
 * while a command runs, the time for which the cart is held, the names and the sequence of its seats, and the height of its bar.
 */
const CART =
  /web\/(data\/cookie-trial|cart\/(use-cart|use-remove-item|seat-names|send-with-retries|cart-version|cart-channel|presale-code|countdown\.ts)|ui\/(bar-height|natural-order))|schema\/generated\/constants\/Cart\.ts|react-query\/.*useMutation|core\/.*mutationObserver|bot-check\/after-bot-check|messages\/event_(adding|reserved_for|seat_full|seats_in_row|seats_moved)/

/** The texts of errors, with the values in which forms store them. */
const ERROR_TEXTS = /web\/(i18n\/error-text|ui\/problem)\.ts|messages\/(error_(?!checkin)|newsletter_(already|failed))/

/** What dialogs and the popup of the newsletter share. */
const DIALOGS = /web\/ui\/(dialog|within-window)\.tsx?/

/** The lists of the home pages, which the pages of artists, tours and concerts also show. */
const SHELVES =
  /web\/(catalogue\/(artist-tile|tour-list|tour-tile)|routes\/home\/(all-link|merch-sections))\.tsx?|messages\/tour_in_band_shop\.js/

/**
 * The messages, and the component of the loading text, that several steps of the checkout share. Each would otherwise be a
 * separate file, and small files compress badly.
 */
const CHECKOUT_WORDS =
  /ui\/loading-text|messages\/(checkout_(back|billing_address|contact|extra_charge|loading|new_window|shipping_address|total)|cart_(items|personal)|names_(group|title))\.js/

const designs = readdirSync(join(WEB, 'designs')).filter((file) => file.endsWith('.css'))

export default defineConfig({
  root: 'web',
  plugins: [messages(), unusedDataRoutes(), plainImports(), stylesFirst(), react(), tailwindcss()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Inlined fonts would make a design's stylesheet large. The browser fetches only the font files that a page uses.
    assetsInlineLimit: 0,
    // The worker lists the first page's chunks in the HTML. Vite would add preload lists for all other pages, which would
    // make the landing page a kilobyte larger. Without these lists, a chunk's dependencies load through its imports.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      // boot.ts imports `live` from the application's entry, so Rolldown must keep that export.
      preserveEntrySignatures: 'allow-extension',
      input: [
        join(WEB, 'index.html'),
        join(WEB, 'boot/main.tsx'),
        join(WEB, 'styles/locked.css'),
        ...designs.map((file) => join(WEB, 'designs', file)),
      ],
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: (id) => VENDOR.test(id) && !VENDOR_RARE.test(id),
              includeDependenciesRecursively: false,
            },
            { name: 'kit', test: KIT, includeDependenciesRecursively: false },
            { name: 'words', test: WORDS },
            { name: 'list-words', test: LIST_WORDS },
            { name: 'tiles', test: TILES, includeDependenciesRecursively: false },
            { name: 'rows', test: ROWS, includeDependenciesRecursively: false },
            { name: 'page-end', test: PAGE_END },
            { name: 'checkout-words', test: CHECKOUT_WORDS },
            { name: 'cart', test: CART, includeDependenciesRecursively: false },
            { name: 'error-text', test: ERROR_TEXTS, includeDependenciesRecursively: false },
            { name: 'dialogs', test: DIALOGS, includeDependenciesRecursively: false },
            { name: 'shelves', test: SHELVES, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
