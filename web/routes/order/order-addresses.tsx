/** The addresses of an order and where its mails go, as long as the link shows personal data. */
import { usePage } from '../../data/page.tsx'
import { m } from '../../i18n/messages.ts'
import { AddressBlock } from '../checkout/address-block.tsx'
import { countryName } from '../checkout/countries.ts'
import { shownAddress } from '../checkout/shown-address.ts'
import type { Order } from '../checkout/use-order.ts'

export function OrderAddresses({ order, isShown }: { order: Order; isShown: boolean }) {
  const hasParcel = order.shippingName !== ''
  return (
    <section aria-labelledby="order-addresses">
      <h2 id="order-addresses" className="display-4">
        {m.order_addresses()}
      </h2>
      {isShown ? (
        <div className="mt-3 flex flex-wrap gap-x-12 gap-y-5">
          {hasParcel && <LabelledAddress label={m.order_shipped_to()} address={order.shippingAddress} />}
          <LabelledAddress label={m.order_billed_to()} address={order.billingAddress} />
        </div>
      ) : (
        <p className="mt-3 max-w-prose text-muted">{m.order_hidden()}</p>
      )}
    </section>
  )
}

function LabelledAddress({ label, address: sent }: { label: string; address: unknown }) {
  const { locale } = usePage()
  const address = shownAddress(sent)
  if (!address) return null
  return (
    <div>
      <h3 className="font-medium">{label}</h3>
      <div className="mt-1 text-muted [overflow-wrap:anywhere]">
        <AddressBlock address={address} country={countryName(address.countryCode, locale)} />
      </div>
    </div>
  )
}
