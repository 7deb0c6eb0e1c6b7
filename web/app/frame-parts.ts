/**
 * The parts of the frame that load after the page, in one chunk, because five small files load more slowly. The checkout needs
 * only the extras, but its visitors usually have the chunk in their cache.
 */
export { default as CartSummary } from '../cart/cart-summary.tsx'
export { default as MobileCartBar } from '../cart/mobile-cart-bar.tsx'
export { default as Extras } from './extras.tsx'
export { default as Footer } from './footer.tsx'
export { default as PhoneMenu } from './phone-menu.tsx'
