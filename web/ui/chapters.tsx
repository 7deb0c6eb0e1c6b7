/** The chapters of a long text. Each has an id that links can point to. Mail addresses in the text are links. */
import type { ReactNode } from 'react'
import type { Block, Chapter } from '../../schema/texts/text.ts'

export function Chapters({ chapters }: { chapters: Chapter[] }) {
  return chapters.map((chapter) => (
    <section key={chapter.id} id={chapter.id} className="mt-10 first:mt-0">
      <h2 className="display-4">{chapter.title}</h2>
      <Blocks blocks={chapter.blocks} />
    </section>
  ))
}

export function Blocks({ blocks }: { blocks: Block[] }) {
  return (
    <div className="prose mt-3">
      {blocks.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{withCodeAndLinks(block)}</p>
        ) : (
          <ul key={block.join()}>
            {block.map((item) => (
              <li key={item}>{withCodeAndLinks(item)}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

const CODE_OR_ADDRESS = /(`[^`]+`|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** `split` with a group returns the text between the matches at even places, and the matches at odd ones. */
function withCodeAndLinks(text: string): ReactNode[] {
  return text.split(CODE_OR_ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part.startsWith('`') ? (
      <code key={part} className="text-sm">
        {part.slice(1, -1)}
      </code>
    ) : (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ),
  )
}
