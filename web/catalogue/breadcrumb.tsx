/** The way back from an article to its category. Structured data contains the same steps (worker/http/head). */
import { Fragment } from 'react'
import { m } from '../i18n/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { ShopLink } from './shop-link.tsx'

type BreadcrumbProps = {
  /** The article's categories, of which the first is a step. */
  categories: { name: string; slug: string }[]
  current: string
}

export function Breadcrumb({ categories, current }: BreadcrumbProps) {
  const steps = [
    { name: m.shell_merch(), path: '/categories' },
    ...categories.slice(0, 1).map(({ name, slug }) => ({ name, path: `/categories/${slug}` })),
  ]
  return (
    <nav aria-label={m.breadcrumb_label()} className="page pt-4 text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        {steps.map(({ name, path }) => (
          <Fragment key={path}>
            <li>
              <ShopLink to={path} isCurrent={false} className="text-link inline-flex min-h-8 items-center">
                {name}
              </ShopLink>
            </li>
            {/* A drawn sign: a character that the first font lacks would load another font of 30 KB. */}
            <li aria-hidden="true" className="text-muted">
              <Icon name="right" className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-muted">
          {current}
        </li>
      </ol>
    </nav>
  )
}
