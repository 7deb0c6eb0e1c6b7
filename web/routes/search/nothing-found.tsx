/** SRCH-02: a search without results. Links and products keep it from being a dead end. */
import type { SearchQuery } from '../../../schema/generated/operations.ts'
import { ProductGrid } from '../../catalogue/product-grid.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useShopLinks } from '../../catalogue/shop-links.ts'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'

type NothingFoundProps = { terms: string; alternatives: SearchQuery['search']['alternatives'] }

export function NothingFound({ terms, alternatives }: NothingFoundProps) {
  const links = useShopLinks()
  return (
    <>
      <div className="page mt-6" role="status">
        <Notice title={m.search_nothing({ terms })} text={m.search_nothing_text()}>
          <ul className="flex flex-wrap gap-3">
            {links.map(({ href, label }) => (
              <li key={href}>
                <ShopLink to={href} className="button-secondary">
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
        </Notice>
      </div>
      {alternatives.length > 0 && (
        <Section title={m.search_alternatives()}>
          <ProductGrid products={alternatives} fillsRows />
        </Section>
      )}
    </>
  )
}
