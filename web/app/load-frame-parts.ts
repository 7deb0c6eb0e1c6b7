/** Loads the parts of the frame that the page does not need at first. */
export const loadFrameParts = () => import('./frame-parts.ts')
