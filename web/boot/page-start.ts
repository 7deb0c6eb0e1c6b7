/** Creates a page's initial state from the page's data, in the browser and on the server. */
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import type { PageData } from '../../schema/page-data.ts'
import { readCatalogueJson } from '../data/meta.ts'
import type { PageState } from '../data/page-state.ts'
import { cacheAnswers } from '../data/query.ts'
import { initialWait } from '../data/waiting.ts'

/** `path` is the page's path with the shop's base path. */
export function createPageState(page: PageData, path: string): PageState {
  return {
    locale: page.locale,
    isBandShop: page.shop.isBand,
    shop: page.shop,
    trackers: page.trackers,
    renderedAt: page.serverNow,
    isTouch: page.touch,
    trimsZeroDecimals: readCatalogueJson<ShopMeta>(page.shop.meta).trim_zero_decimals ?? false,
    wait: initialWait(page.waiting, path),
    answers: cacheAnswers(page),
  }
}
