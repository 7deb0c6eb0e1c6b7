/** Returns the message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Returns the message of the innermost cause. Drizzle wraps the errors of the database, and `fetch` those of the socket.
 */
export function rootMessageOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootMessageOf(error.cause) : messageOf(error)
}
