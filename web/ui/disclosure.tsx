/** A title that opens and closes the content below it. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export function Disclosure({
  title,
  id,
  isOpen = false,
  children,
}: {
  title: string
  id?: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details id={id} open={isOpen} className="disclosure rule-b">
      <summary>
        <span>{title}</span>
        <Icon name="down" className="size-5" />
      </summary>
      <div className="pb-5">{children}</div>
    </details>
  )
}
