/**
 * The commands that change the cart. The browser sends them in the order of the clicks, each after the answer to the one
 * before. Otherwise the commands of two quick clicks might overtake each other, and the earlier one would have the last word.
 * A page that the browser leaves takes its waiting commands with it, so links wait for them first. The queue is the state of
 * this module, because all components share it. It contains what the visitor has clicked and the server has not answered yet.
 */

/** A visitor who wants to leave the page waits for this time at most. */
const LONGEST_WAIT_MS = 5_000

let last: Promise<unknown> = Promise.resolve()
let pending = 0
/** Opens the document that the visitor wants, once the commands have ended; null after a change of mind. */
let next: (() => void) | null = null
/** The wait before the page is left; null if there is none. */
let leaving: Promise<void> | null = null

/** Runs the command after all earlier ones have ended. Resolves and rejects like the command. */
export function inTurn<Answer>(command: () => Promise<Answer>): Promise<Answer> {
  pending += 1
  const answer = last.then(command).finally(() => {
    pending -= 1
  })
  // A command that failed does not stop the next one.
  last = answer.catch(() => {})
  return answer
}

export function commandsArePending(): boolean {
  return pending > 0
}

/** Resolves when no command is pending, or after `LONGEST_WAIT_MS`. Never rejects. */
export async function commandsEnded(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS)
  })
  await Promise.race([lastCommandEnded(), timeout])
  clearTimeout(timer)
}

async function lastCommandEnded(): Promise<void> {
  while (commandsArePending()) await last
}

/**
 * Opens `href` in a new document once the commands have ended. If the visitor presses another link meanwhile, that one counts.
 * Resolves when the wait is over. Never rejects.
 */
export function leavePage(href: string): Promise<void> {
  return leaveBy(() => location.assign(href))
}

/**
 * Loads the document of the current address once the commands have ended, after the browser's back or forward button has
 * changed the address to a page of another document. Resolves and never rejects, like `leavePage`.
 */
export function reloadPage(): Promise<void> {
  return leaveBy(() => location.reload())
}

function leaveBy(open: () => void): Promise<void> {
  next = open
  leaving ??= commandsEnded().then(() => {
    leaving = null
    next?.()
  })
  return leaving
}

/** The visitor has opened another page of this document while it waited. */
export function stayInDocument(): void {
  next = null
}
