/** The header of a page: a small line with the kind of page, the title, and an introduction. */
import type { ReactNode } from 'react'

type PageHeaderProps = { kind?: string | null; title: string; text?: string | null; children?: ReactNode }

export function PageHeader({ kind, title, text, children }: PageHeaderProps) {
  return (
    <header className="page pt-8 pb-8 sm:pt-14">
      {kind && <p className="label mb-2 text-muted">{kind}</p>}
      <h1 className="display-1">{title}</h1>
      {text && <p className="mt-4 max-w-prose text-lg text-muted">{text}</p>}
      {children}
    </header>
  )
}
