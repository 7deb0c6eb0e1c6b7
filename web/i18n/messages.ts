/** The texts of the shop: a function for each key, which returns the text in the current language. */
export { m } from './generated/messages.js'
