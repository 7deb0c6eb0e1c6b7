/** Splits a description such as "M|Unisex" into the variant's name and the line that is shown below it. */
export function splitDescription(description: string): { name: string; subline: string | null } {
  const [name = '', subline] = description.split('|')
  return { name: name.trim(), subline: subline?.trim() ?? null }
}
