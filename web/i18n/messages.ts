/** Every text of the shop by its key, in the current language. */
export { m } from './generated/messages.js'
