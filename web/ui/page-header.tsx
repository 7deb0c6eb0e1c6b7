/** How a page begins: a small line of what kind it is, its name, and a sentence. */
import type { ReactNode } from 'react'

type PageHeadProps = { kind?: string | null; title: string; text?: string | null; children?: ReactNode }

export function PageHead({ kind, title, text, children }: PageHeadProps) {
  return (
    <header className="page pt-8 pb-8 sm:pt-14">
      {kind && <p className="label mb-2 text-muted">{kind}</p>}
      <h1 className="display-1">{title}</h1>
      {text && <p className="mt-4 max-w-prose text-lg text-muted">{text}</p>}
      {children}
    </header>
  )
}
