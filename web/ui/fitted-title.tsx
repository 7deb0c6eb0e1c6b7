/** A headline that is only as large as its longest word allows, so that no word of up to 20 letters is broken. */
import type { ReactNode } from 'react'

const LONGEST_WORD = 20

type FittedTitleProps = {
  text: string
  /** The size of a headline of short words. */
  size: 'display-1' | 'display-2'
  as?: 'h1' | 'h2'
  className?: string
  /** Replaces the text, for example by a link with the same text. */
  children?: ReactNode
}

export function FittedTitle({ text, size, as: Heading = 'h1', className, children = text }: FittedTitleProps) {
  return (
    <div className={className ? `fitted ${className}` : 'fitted'}>
      <Heading className={size} data-letters={longestWordLength(text)}>
        {children}
      </Heading>
    </div>
  )
}

/** The stylesheet has a rule for each length up to 20. Lines may also break at hyphens and soft hyphens. */
function longestWordLength(text: string): number {
  return Math.min(LONGEST_WORD, Math.max(...text.split(/[\s\u00ad-]+/).map((word) => Array.from(word).length)))
}
