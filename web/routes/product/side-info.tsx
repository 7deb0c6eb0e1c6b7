/**
 * PROD-06: what else there is to know, each in a box that opens: size chart, additional information, and who answers for
 * the product, as the GPSR wants it beside every offer. A bundle tells the same of each of its products.
 */
import type { Manufacturer } from '../../../schema/catalogue-values.ts'
import type { ProductInfoFragment } from '../../../schema/generated/operations.ts'
import type { Translated } from '../../../schema/locale.ts'
import { spoken } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RichText } from '../../ui/rich-text.tsx'

type Info = {
  product: ProductInfoFragment & { id: string }
  /** Where several products tell theirs, whose it is. */
  name?: string
}

export function SideInfo({ infos, className = 'mt-8' }: { infos: Info[]; className?: string }) {
  return (
    <div className={`${className} rule-t`}>
      {infos.map(({ product, name }) => (
        <InfoOf key={product.id} product={product} name={name} />
      ))}
    </div>
  )
}

function InfoOf({ product, name }: { product: ProductInfoFragment; name: string | undefined }) {
  const { details, additionalInformation } = product
  return (
    <>
      {details && (
        <Disclosure title={titleOf(details.title, name)}>
          <RichText html={details.description} className="overflow-x-auto" />
        </Disclosure>
      )}
      {additionalInformation && (
        <Disclosure title={titleOf(additionalInformation.title, name)}>
          <RichText html={additionalInformation.description} className="overflow-x-auto" />
        </Disclosure>
      )}
      <MadeBy product={product} title={titleOf(m.product_safety(), name)} />
    </>
  )
}

function titleOf(title: string, product: string | undefined): string {
  return product === undefined ? title : m.bundle_details_of({ product, title })
}

function MadeBy({ product, title }: { product: ProductInfoFragment; title: string }) {
  const manufacturer: Partial<Translated<Manufacturer>> = spoken<Manufacturer>(product.manufacturer)
  const { company, address, address2, postCode, city, countryCode, email, warnings } = manufacturer
  if (!company) return null
  return (
    <Disclosure title={title}>
      <p className="label text-muted">{m.product_manufacturer()}</p>
      <address className="mt-1 not-italic">
        {company}
        <br />
        {[address, address2].filter(Boolean).join(', ')}
        <br />
        {postCode} {city} {countryCode?.toUpperCase()}
        <br />
        {email && (
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
        )}
      </address>
      {warnings && (
        <>
          <p className="label mt-4 text-muted">{m.product_warnings()}</p>
          <p className="mt-1">{warnings}</p>
        </>
      )}
      {product.gtin && (
        <p className="mt-4 text-sm text-muted">
          {m.product_gtin()} {product.gtin}
        </p>
      )}
    </Disclosure>
  )
}
