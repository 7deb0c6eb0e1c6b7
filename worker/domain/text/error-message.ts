/** Any value can be thrown, not only an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The message at the end of the chain of causes: Drizzle wraps the database's error, and `fetch` the socket's. */
export function rootMessageOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootMessageOf(error.cause) : messageOf(error)
}
