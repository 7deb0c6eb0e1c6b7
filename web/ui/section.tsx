/** A section of a page with a heading. */
import { type ReactNode, useId } from 'react'

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="shelf page mt-(--section)">
      <div className="shelf-head mb-5 flex flex-wrap items-end gap-x-6">
        <h2 id={id} className="section-title display-2 grow basis-full sm:basis-auto">
          <span>{title}</span>
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
