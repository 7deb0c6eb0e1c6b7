/**
 * A command before which the shop may ask for a check for bots. The check comes over the page, and then the same command
 * goes again with the same key: the fan has clicked once and need not click again.
 */
import { ShopError } from '../data/fetch.ts'

/** Rejects as the command does, also where the fan puts the check away. */
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
