/**
 * /nofrills and /facebookintegration: the targets of links in campaigns and social media profiles. They show the shop's name,
 * its description and its main links. On /facebookintegration the links open a new window, so that the profile stays open.
 */
import { useLocation } from 'react-router'
import { matchRoute } from '../../../schema/routes.ts'
import { PageTitle } from '../../catalogue/page-title.tsx'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { useShopLinks } from '../../catalogue/shop-links.ts'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'

export default function Landing() {
  const { shop, meta } = usePage()
  const links = useShopLinks()
  const { pathname } = useLocation()
  const isFromProfile = matchRoute(pathname)?.route.name === 'facebookintegration'
  return (
    <div className="page py-16 sm:py-24">
      <PageTitle title={null} />
      <h1 className="display-1">{shop.name}</h1>
      <p className="mt-5 max-w-prose text-lg text-muted">
        {meta.description ?? (shop.isBand ? m.shell_about_band({ band: shop.name }) : m.shell_about_main())}
      </p>
      <ul className="mt-10 flex max-w-md flex-col gap-3">
        {links.map(({ href, label }, index) => (
          <li key={href}>
            {isFromProfile ? (
              <a
                href={href.startsWith('/') ? `${shop.basePath}${href}` : href}
                target="_blank"
                rel="noopener"
                className={`w-full ${index === 0 ? 'button-primary' : 'button-secondary'}`}
              >
                {label}
              </a>
            ) : (
              <ShopLink to={href} className={`w-full ${index === 0 ? 'button-primary' : 'button-secondary'}`}>
                {label}
              </ShopLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
