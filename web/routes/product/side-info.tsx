/**
 * PROD-06: further information in disclosures: size chart, additional information, and the manufacturer's details, which the
 * GPSR requires beside every offer. A bundle folds the information about its products into one disclosure.
 */
import { useId } from 'react'
import type { Manufacturer } from '../../../schema/catalogue-values.ts'
import type { ProductInfoFragment } from '../../../schema/generated/operations.ts'
import type { Translated } from '../../../schema/locale.ts'
import { readCatalogueJson } from '../../data/meta.ts'
import { m } from '../../i18n/messages.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RichText } from '../../ui/rich-text.tsx'

type Info = { product: ProductInfoFragment & { id: string }; name: string }

export function SideInfo({ product }: { product: ProductInfoFragment }) {
  if (!hasInfo(product)) return null
  return (
    <div className="mt-8 rule-t">
      <ProductInfo product={product} />
    </div>
  )
}

/** The information about a bundle itself, and about each of its products under the product's name. */
export function BundleSideInfo({ bundle, parts }: { bundle: ProductInfoFragment; parts: Info[] }) {
  const described = parts.filter(({ product }) => hasInfo(product))
  if (described.length === 0 && !hasInfo(bundle)) return null
  return (
    <div className="mt-8 rule-t">
      <ProductInfo product={bundle} />
      {described.length > 0 && (
        <Disclosure title={m.bundle_details()}>
          {described.map(({ product, name }) => (
            <section key={product.id} className="mt-4 first:mt-0">
              <h3 className="label text-muted">{name}</h3>
              <ProductInfo product={product} />
            </section>
          ))}
        </Disclosure>
      )}
    </div>
  )
}

const manufacturerOf = (product: ProductInfoFragment): Partial<Translated<Manufacturer>> =>
  readCatalogueJson<Manufacturer>(product.manufacturer)

function hasInfo(product: ProductInfoFragment): boolean {
  return Boolean(product.details ?? product.additionalInformation ?? manufacturerOf(product).company)
}

function ProductInfo({ product }: { product: ProductInfoFragment }) {
  const { details, additionalInformation } = product
  return (
    <>
      {details && (
        <Disclosure title={details.title}>
          <RichText html={details.description} className="overflow-x-auto" />
          {details.table && <InfoTable table={details.table} />}
        </Disclosure>
      )}
      {additionalInformation && (
        <Disclosure title={additionalInformation.title}>
          <RichText html={additionalInformation.description} className="overflow-x-auto" />
        </Disclosure>
      )}
      <ManufacturerInfo product={product} />
    </>
  )
}

type Table = NonNullable<NonNullable<ProductInfoFragment['details']>['table']>

/** A table that is wider than a phone scrolls by itself. Browsers let the keyboard reach an area that scrolls. */
function InfoTable({ table: { caption, columns, rows } }: { table: Table }) {
  const captionId = useId()
  return (
    <section aria-labelledby={captionId} className="mt-4 overflow-x-auto">
      <table className="w-full min-w-max border-collapse text-left tabular-nums">
        <caption id={captionId} className="pb-2 text-left text-sm text-muted">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="border-b-(length:--rule) border-ink py-2 pr-6 font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([heading = '', ...cells]) => (
            <tr key={heading}>
              <th scope="row" className="border-b border-line py-2 pr-6 font-semibold">
                {heading}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="border-b border-line py-2 pr-6">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ManufacturerInfo({ product }: { product: ProductInfoFragment }) {
  const { company, address, address2, postCode, city, countryCode, email, warnings } = manufacturerOf(product)
  if (!company) return null
  return (
    <Disclosure title={m.product_safety()}>
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
