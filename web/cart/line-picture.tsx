/** The picture of an item with a link to its page. The name beside it has the same link, so this one is for pointers only. */
import { Picture } from '../catalogue/picture.tsx'
import { ShopLink } from '../catalogue/shop-link.tsx'
import type { CartItem } from './use-cart.ts'

export function LinePicture({ item }: { item: CartItem }) {
  return (
    <ShopLink
      to={item.href}
      isCurrent={false}
      tabIndex={-1}
      aria-hidden="true"
      className={`shrink-0 w-20 ${item.eventId === null ? 'sm:w-24' : 'sm:w-32'}`}
    >
      <Picture
        image={item.image}
        name={[item.artistName, item.productName].join(' ')}
        sizes="128px"
        // Banners of events are wide, and a square would cut off the band's name.
        className={`rounded-lg object-cover ${item.eventId === null ? 'aspect-square' : 'aspect-video'}`}
        alt=""
      />
    </ShopLink>
  )
}
