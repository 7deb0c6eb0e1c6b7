/** The chapters of a long text. Each has an id that links can point to. */
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
          <p key={block}>{block}</p>
        ) : (
          <ul key={block.join()}>
            {block.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}
