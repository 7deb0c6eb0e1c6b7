/** The layout of a text page: a narrow column with a title and an optional introduction. */

import type { ReactNode } from 'react'
import { FittedTitle } from '../ui/fitted-title.tsx'
import { PageTitle } from './page-title.tsx'

type TextPageProps = { title: string; lead?: string; children: ReactNode }

export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <article className="page pt-8 sm:pt-14">
      <PageTitle title={title} />
      <FittedTitle text={title} size="display-1" />
      {lead && <p className="mt-5 max-w-prose text-lg text-muted">{lead}</p>}
      <div className="mt-10 max-w-[44rem] [overflow-wrap:anywhere]">{children}</div>
    </article>
  )
}
