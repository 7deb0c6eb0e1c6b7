/** PAGE-03: the "not found" page, with links to the shop's home page and its events. Only the main shop also offers a search. */
import { PageTitle } from '../catalogue/page-title.tsx'
import { ShopLink } from '../catalogue/shop-link.tsx'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import SearchForm from '../search/search-form.tsx'

export default function NotFound() {
  const { shop } = usePage()
  return (
    <div className="page py-16 sm:py-24">
      <PageTitle title={m.notfound_head()} />
      <meta name="robots" content="noindex" data-component="" />
      <p className="label text-muted">404</p>
      <h1 className="display-2 mt-2">{m.notfound_title()}</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">
        {shop.isBand ? m.notfound_text_band() : m.notfound_text_main()}
      </p>
      {!shop.isBand && <SearchForm className="mt-8 max-w-md" id="notfound-search" />}
      <div className="mt-6 flex flex-wrap gap-3">
        <ShopLink to="/" className="button-primary">
          {m.notfound_home()}
        </ShopLink>
        <ShopLink to="/events" className="button-secondary">
          {m.shell_tickets()}
        </ShopLink>
      </div>
    </div>
  )
}
