/**
 * The signs of pricing categories on the map: a colour from the catalogue, and a shape and a letter, because information
 * must not depend on colour alone (WCAG 1.4.1). Shape and letter follow from the category's index in the price list.
 */
const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'hexagon', 'cross', 'drop', 'bar'] as const
export type Shape = (typeof SHAPES)[number]

export type CategorySign = {
  number: number
  name: string
  colour: string
  /** The text colour on `colour`: black or white, whichever has the higher contrast. */
  ink: '#000000' | '#ffffff'
  shape: Shape
  letter: string
}

export function categorySigns(
  categories: { number: number; name: string; mapColor: string }[],
): ReadonlyMap<number, CategorySign> {
  return new Map(
    categories.map(({ number, name, mapColor }, index) => [
      number,
      {
        number,
        name,
        colour: mapColor,
        ink: inkOn(mapColor),
        shape: SHAPES[index % SHAPES.length] ?? 'circle',
        letter: String.fromCharCode(65 + (index % 26)),
      },
    ]),
  )
}

/** Chooses the text colour by WCAG relative luminance. A background that is not a six-digit hex colour counts as dark. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)
  if (!channels) return '#ffffff'
  const [red = 0, green = 0, blue = 0] = channels.slice(1).map((hex) => {
    const value = Number.parseInt(hex, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

/** The corners of each shape around the origin, with coordinates from -1.1 to 1.1. */
export const OUTLINES: Record<Exclude<Shape, 'circle'>, [number, number][]> = {
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  diamond: [
    [0, -1.1],
    [1.1, 0],
    [0, 1.1],
    [-1.1, 0],
  ],
  triangle: [
    [0, -1.05],
    [1.1, 0.9],
    [-1.1, 0.9],
  ],
  hexagon: [
    [-0.55, -0.95],
    [0.55, -0.95],
    [1.1, 0],
    [0.55, 0.95],
    [-0.55, 0.95],
    [-1.1, 0],
  ],
  cross: [
    [-0.42, -1],
    [0.42, -1],
    [0.42, -0.42],
    [1, -0.42],
    [1, 0.42],
    [0.42, 0.42],
    [0.42, 1],
    [-0.42, 1],
    [-0.42, 0.42],
    [-1, 0.42],
    [-1, -0.42],
    [-0.42, -0.42],
  ],
  drop: [
    [-1, -0.9],
    [1, -0.9],
    [1, 0.1],
    [0, 1.1],
    [-1, 0.1],
  ],
  bar: [
    [-1.1, -0.6],
    [1.1, -0.6],
    [1.1, 0.6],
    [-1.1, 0.6],
  ],
}
