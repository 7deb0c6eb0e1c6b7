/** PAGE-01: contact and imprint on one page, with the company details that § 5 DDG requires. */
import { COMPANY } from '../../../schema/texts/company.ts'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { TextPage } from '../../catalogue/text-page.tsx'
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { IMPRINT } from '../../i18n/texts/imprint.ts'
import { Chapters } from '../../ui/chapters.tsx'

/** The licence asks for its text beside the library. */
const HEIF_LICENCE = '/assets/libheif-1.23-licence.txt'

export default function Contact() {
  const { shop, locale } = usePage()
  return (
    <TextPage title={m.contact_title()} lead={m.contact_lead()}>
      <div className="grid gap-10 sm:grid-cols-2">
        <section>
          <h2 className="display-4">{m.contact_write()}</h2>
          <p className="mt-3">
            <a href={`mailto:${COMPANY.email}`} className="text-link">
              {COMPANY.email}
            </a>
            <br />
            <a href={`tel:${COMPANY.phone.replaceAll(' ', '')}`} className="text-link">
              {COMPANY.phone}
            </a>
          </p>
          <p className="mt-2 text-muted">{m.contact_hours()}</p>
          <p className="mt-4">
            <ShopLink to="/faq" className="text-link">
              {m.contact_faq()}
            </ShopLink>
          </p>
        </section>
        <section>
          <h2 className="display-4">{m.contact_imprint()}</h2>
          <address className="mt-3 not-italic">
            {COMPANY.name}
            <br />
            {COMPANY.street}
            <br />
            {COMPANY.city}
          </address>
          <p className="mt-3">{m.contact_director({ name: COMPANY.director })}</p>
          <p>{COMPANY.register}</p>
          <p>{m.contact_vat({ id: COMPANY.vatId })}</p>
          <p className="mt-3">{m.contact_content({ name: COMPANY.director })}</p>
        </section>
      </div>
      {shop.isBand && <p className="mt-10 text-muted">{m.contact_band({ band: shop.name })}</p>}
      <div className="mt-12">
        <Chapters chapters={IMPRINT[locale]} />
      </div>
      <p className="mt-10 text-sm text-muted">
        <a href={HEIF_LICENCE} className="text-link">
          {m.contact_heic()}
        </a>
      </p>
    </TextPage>
  )
}
