/**
 * Runs a command that the server may refuse until the visitor passes a bot check. The check appears in a dialog. After
 * the visitor has passed it, the same command runs again, so the visitor need not click twice.
 */
import { ShopError } from '../data/fetch.ts'

/** Rejects with the command's error, also if the visitor closes the bot check. */
export async function afterBotCheck<Answer>(command: () => Promise<Answer>): Promise<Answer> {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'BOT_CHECK_REQUIRED')) throw error
    const { passBotCheck } = await import('./bot-check-dialog.tsx')
    if (!(await passBotCheck(String(error.params.siteKey)))) throw error
    return command()
  }
}
