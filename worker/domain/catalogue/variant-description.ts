/** The catalogue writes a variant's name and the line below it as "M|Unisex". */
export function splitDescription(description: string): { name: string; subline: string | null } {
  const [name = '', subline] = description.split('|')
  return { name: name.trim(), subline: subline?.trim() ?? null }
}
