/**
 * Runs a command that the server may refuse until the visitor passes a bot check. The check appears in a dialog. After
 * the visitor has passed it, the same command runs again, so the visitor need not click twice.
 */
import { stayInDocument } from '../data/command-queue.ts'
import { ShopError } from '../data/fetch.ts'

let declined = 0

/** How often the visitor has closed a bot check in this document. */
export function declinedChecks(): number {
  return declined
}

/**
 * Rejects with the command's error, also if the visitor closes the bot check. `declinedAtClick` is the number of closed checks
 * when the visitor clicked. If it has grown since, the visitor has declined a check for this click too, and gets no other.
 */
export async function afterBotCheck<Answer>(
  command: () => Promise<Answer>,
  declinedAtClick = declined,
): Promise<Answer> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'BOT_CHECK_REQUIRED')) throw error
    if (declined !== declinedAtClick) throw error
    // A link pressed before must not take the page away during the check.
    stayInDocument()
    const { passBotCheck } = await import('./bot-check-dialog.tsx')
    if (!(await passBotCheck(String(error.params.siteKey)))) {
      declined += 1
      throw error
    }
    return command()
  }
}
