/**
 * SHELL-03: the footer of every page. It contains the shop's social channels, and the newsletter form if the shop has a
 * newsletter. Only the main shop's footer lists the band shops and common questions. A band shop's footer names the company
 * that runs the shop for the band.
 */
import { ShopLink } from '../catalogue/shop-link.tsx'
import { useShopLinks } from '../catalogue/shop-links.ts'
import { usePage } from '../data/page.tsx'
import { m } from '../i18n/messages.ts'
import NewsletterForm from '../newsletter/newsletter-form.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { useIsWide } from '../ui/wide-window.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { switchSnow, useSnowFalls } from './snow-switch.ts'
import { Socials } from './socials.tsx'

export default function Footer() {
  const { shop, meta } = usePage()
  return (
    <footer className="site-footer mt-(--section) rule-t bg-surface">
      {meta.newsletter_url && (
        <div className="rule-b">
          <div className="page">
            <NewsletterForm variant="footer" />
          </div>
        </div>
      )}
      {shop.isBand ? <BandFooter /> : <MainFooter />}
      <ImprintLine />
    </footer>
  )
}

function MainFooter() {
  const { shop } = usePage()
  const links = useShopLinks()
  return (
    <div className="page grid grid-cols-2 gap-x-6 gap-y-0 pt-10 lg:gap-y-10 lg:pt-12 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_minmax(0,1.4fr)_1fr]">
      <div className="col-span-2 max-w-sm pb-6 lg:col-span-1 lg:pb-0">
        <Introduction />
        <div className="mt-6">
          <Socials />
        </div>
      </div>
      <LinkList title={m.shell_browse()} links={links} />
      <LinkList title={m.shell_band_shops()} links={shop.bandShops.map(({ name, href }) => ({ label: name, href }))} />
      <LinkList title={m.footer_questions()} links={questionLinks()} />
      <LinkList title={m.shell_service()} links={useLegalLinks()} isAlwaysOpen />
    </div>
  )
}

function BandFooter() {
  const links = useShopLinks()
  return (
    <div className="page grid grid-cols-2 gap-x-6 gap-y-0 pt-10 lg:gap-y-10 lg:pt-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_1fr_1fr]">
      <div className="col-span-2 max-w-sm pb-6 lg:col-span-1 lg:pb-0">
        <Introduction />
      </div>
      <div className="col-span-2 pb-6 lg:col-span-1 lg:pb-0">
        <Socials />
      </div>
      <LinkList title={m.shell_browse()} links={links} />
      <LinkList title={m.shell_service()} links={useLegalLinks()} isAlwaysOpen />
    </div>
  )
}

function Introduction() {
  const { shop, meta } = usePage()
  return (
    <>
      <p className="wordmark display display-3">{shop.name}</p>
      <p className="mt-3 text-muted">
        {meta.description ?? (shop.isBand ? m.shell_about_band({ band: shop.name }) : m.shell_about_main())}
      </p>
      <LanguageSwitch className="mt-4 -ml-1.5 gap-2" isLong />
    </>
  )
}

/** PAGE-02: links to the general questions of /faq. Each label names a question's subject, and the page opens that question. */
function questionLinks(): { href: string; label: string }[] {
  return [
    m.footer_faq_tickets(),
    m.footer_faq_reservation(),
    m.footer_faq_payment(),
    m.footer_faq_shipping(),
    m.footer_faq_returns(),
    m.footer_faq_refunds(),
    m.footer_faq_presale(),
    m.footer_faq_access(),
  ].map((label, index) => ({ href: `/faq/${index + 1}`, label }))
}

function useLegalLinks(): { href: string; label: string }[] {
  const { shop, meta } = usePage()
  return [
    ...(meta.account_link ? [{ href: meta.account_link, label: m.suggest_account() }] : []),
    { href: '/faq', label: m.shell_faq() },
    ...(meta.kulturpass && !meta.hide_kulturpass ? [{ href: '/kulturpass', label: m.kulturpass_title() }] : []),
    { href: '/order', label: m.order_lookup_title() },
    { href: '/contact', label: m.shell_contact() },
    ...(shop.isBand ? [] : [{ href: '/jobs', label: m.jobs_title() }]),
    { href: '/withdrawal', label: m.withdrawal_title() },
    { href: '/terms', label: m.shell_terms() },
    { href: '/datapolicy', label: m.shell_datapolicy() },
  ]
}

function ImprintLine() {
  const { shop, meta, sandbox } = usePage()
  const snowFalls = useSnowFalls()
  return (
    <div className="page mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-muted">
      <p>
        {shop.isBand ? m.shell_run_by() : m.shell_imprint_line()} {m.shell_prices()}
        {sandbox && (
          <>
            {' · '}
            <a href={sandbox.mailboxUrl} className="text-link">
              {m.shell_mailbox()}
            </a>
          </>
        )}
      </p>
      {meta.snow && (
        <button
          type="button"
          className="text-link min-h-11 motion-reduce:hidden"
          onClick={() => switchSnow(!snowFalls)}
        >
          {snowFalls ? m.shell_snow_stop() : m.shell_snow_start()}
        </button>
      )}
    </div>
  )
}

/**
 * A column of links. On narrow screens, all lists together would be longer than most pages, so their titles open them. The
 * list with the imprint and the withdrawal is always open: the law wants both within easy reach (§ 5 DDG, § 356a BGB).
 */
function LinkList({
  title,
  links,
  isAlwaysOpen = false,
}: {
  title: string
  links: { href: string; label: string }[]
  isAlwaysOpen?: boolean
}) {
  const isWide = useIsWide()
  if (links.length === 0) return null
  const isOpen = isWide || isAlwaysOpen
  const list = (
    <ul className={isOpen ? 'mt-2 grid grid-cols-2 gap-x-6 lg:grid-cols-1' : ''}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <ShopLink to={href} className="inline-block py-1.5 hover:text-accent hover:underline">
            {label}
          </ShopLink>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={title} className={`col-span-2 lg:col-span-1 ${isOpen ? 'max-lg:pt-6' : ''}`}>
      {isOpen ? (
        <>
          <p className="label text-muted">{title}</p>
          {list}
        </>
      ) : (
        <Disclosure title={title}>{list}</Disclosure>
      )}
    </nav>
  )
}
