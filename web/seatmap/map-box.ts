/**
 * The size of the map's window on the page. The placeholders have the same size, so that the page does not shift when the
 * map has loaded. Most plans, with their stage, are about as wide as they are high.
 */
export const MAP_BOX =
  'aspect-[11/10] max-h-[62svh] min-h-60 w-full rounded-xl border border-line md:aspect-auto md:h-[min(70svh,38rem)] md:max-h-none'
