/**
 * The layouts of a shop's pages, as `web/designs/layouts` describes them. A design imports the stylesheet of its layout;
 * without one, its layout is `split`, which has pictures on the left and words on the right.
 */
export const LAYOUTS = ['split', 'poster', 'index'] as const
export type Layout = (typeof LAYOUTS)[number]
