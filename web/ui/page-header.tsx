/** The header of a page: the title and an introduction. */
import { FittedTitle } from './fitted-title.tsx'

export function PageHeader({ title, text }: { title: string; text: string }) {
  return (
    <header className="page pt-8 pb-8 sm:pt-14">
      <FittedTitle text={title} size="display-1" />
      <p className="mt-4 max-w-prose text-lg text-muted">{text}</p>
    </header>
  )
}
