/** The layout of a text page: a narrow column with a title and an optional introduction. */
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

type TextPageProps = { title: string; lead?: string; children: ReactNode }

export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <article className="page pt-8 sm:pt-14">
      <PageTitle title={title} />
      <h1 className="display-1">{title}</h1>
      {lead && <p className="mt-5 max-w-prose text-lg text-muted">{lead}</p>}
      <div className="mt-10 max-w-[44rem]">{children}</div>
    </article>
  )
}
