import { expect, it } from 'vitest'
import { designColours } from '../../../worker/generated/design-colours.ts'
import { bandIcon } from '../../../worker/http/band-icon.ts'
import { designLook } from '../../../worker/mail/design-look.ts'

const svgOf = (name: string, design: string) =>
  decodeURIComponent(bandIcon(name, designLook(design)).slice('data:image/svg+xml,'.length))

it('SHOP-09 paints the first letter of a band in the colours of its design', () => {
  const svg = svgOf('ärzte & Söhne', 'motel-meteor')
  expect(svg).toContain('>Ä</text>')
  expect(svg).toContain(`fill="${designColours['motel-meteor']?.accent}"`)
  expect(svg).toContain(`fill="${designColours['motel-meteor']?.onAccent}"`)
})

it('SHOP-09 escapes the first letter of a band, and paints a whole emoji', () => {
  expect(svgOf('<b>', 'plain')).toContain('>&lt;</text>')
  expect(svgOf('🎺 Kapelle', 'plain')).toContain('>🎺</text>')
  // Quotes would end the attribute of the link.
  expect(bandIcon('"', designLook())).not.toContain('"')
})
