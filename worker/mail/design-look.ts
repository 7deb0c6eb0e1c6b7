/** The colours, shapes and layout of a shop's design. A shop without a design of its own looks plain. */
import type { Layout } from '../../schema/layout.ts'
import {
  type DesignColours,
  type DesignShape,
  designColours,
  designLayouts,
  designShapes,
} from '../generated/design-colours.ts'

export type DesignLook = { colours: DesignColours; shape: DesignShape; layout: Layout }

export function designLook(design = 'plain'): DesignLook {
  const known = Object.hasOwn(designColours, design) ? design : 'plain'
  const [colours, shape, layout] = [designColours[known], designShapes[known], designLayouts[known]]
  if (!colours || !shape || !layout) throw new Error(`there is no design ${design}, and no plain design`)
  return { colours, shape, layout }
}
