/** Facts with dots between them. A fact that does not fit begins a new line, so that no date is broken. */

/**
 * Leaves out empty and repeated facts. Each fact has its dot in front of it, and `controls.css` cuts off the dots at the start of
 * lines. The dots are texts, so that screen readers pause between the facts.
 */
export function FactLine({ facts }: { facts: readonly (string | null)[] }) {
  const shown = [...new Set(facts)].filter(Boolean)
  if (shown.length === 0) return null
  return (
    <span className="facts text-sm text-muted">
      {shown.flatMap((fact, index) => [
        ' ',
        <span key={fact}>
          {index > 0 && <span>· </span>}
          <span>{fact}</span>
        </span>,
      ])}
    </span>
  )
}
