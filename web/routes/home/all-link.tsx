/** The link beside the heading of a list that leads to the complete list. */
import { ShopLink } from '../../catalogue/shop-link.tsx'

export function AllLink({ to, text }: { to: string; text: string }) {
  return (
    <ShopLink to={to} className="text-link inline-flex min-h-11 items-center font-semibold">
      {text}
    </ShopLink>
  )
}
