/** The context that every component of a page can read: shop, configuration, language, sandbox and guarded event. */
import { createContext, type ReactNode, use } from 'react'
import type { ShopMeta } from '../../schema/catalogue-values.ts'
import { ShopDocument } from '../../schema/generated/operations.ts'
import type { Locale, Translated } from '../../schema/locale.ts'
import type { PageData } from '../../schema/page-data.ts'
import { useLocale } from './locale.ts'
import { readCatalogueJson } from './meta.ts'
import { useOperation } from './query.ts'

type Shop = PageData['shop']

type Page = {
  shop: Shop
  /** The shop's configuration, with texts in the page's language. */
  meta: Partial<Translated<ShopMeta>>
  locale: Locale
  layout: PageData['layout']
  sandbox: PageData['sandbox']
  paymentScripts: PageData['paymentScripts']
  /** The event, if the visitor waits for an event's page; otherwise null. */
  guardedEvent: PageData['guardedEvent']
}

const PageContext = createContext<Page | null>(null)

export function PageProvider({ page, children }: { page: PageData; children: ReactNode }) {
  const locale = useLocale()
  // `page.shop` has its texts only in the language of the server's rendering.
  const { data } = useOperation(ShopDocument, {}, { enabled: locale !== page.locale })
  const shop = locale === page.locale ? page.shop : (data?.shop ?? page.shop)
  const value = {
    shop,
    meta: readCatalogueJson<ShopMeta>(shop.meta),
    locale,
    layout: page.layout,
    sandbox: page.sandbox,
    paymentScripts: page.paymentScripts,
    guardedEvent: page.guardedEvent,
  }
  return <PageContext value={value}>{children}</PageContext>
}

export function usePage(): Page {
  const page = use(PageContext)
  if (!page) throw new Error('usePage needs the PageProvider')
  return page
}
