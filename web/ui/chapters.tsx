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
          <p key={block}>{withMailLinks(block)}</p>
        ) : (
          <ul key={block.join()}>
            {block.map((item) => (
              <li key={item}>{withMailLinks(item)}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

const MAIL_ADDRESS = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** `split` with a group returns the text between the addresses at even places, and the addresses at odd ones. */
function withMailLinks(text: string): ReactNode[] {
  return text.split(MAIL_ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ),
  )
}
