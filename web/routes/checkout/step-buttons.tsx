/** The buttons below a step. The way back is quieter than the way on. */
import type { ReactNode } from 'react'
import { ShopLink } from '../../catalogue/shop-link.tsx'
import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

/** `children` is the button or link that leads on. */
export function StepButtons({ back, children }: { back: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-between sm:*:last:min-w-72">
      <BackLink to={back} />
      {children}
    </div>
  )
}

export function BackLink({ to }: { to: string }) {
  return (
    <ShopLink to={to} className="button-quiet text-muted sm:-ml-3">
      <Icon name="left" className="size-4" />
      {m.checkout_back()}
    </ShopLink>
  )
}
