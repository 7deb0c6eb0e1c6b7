/** A timeout for events that normally follow at once. It is long, so that a slow machine does not fail a test. */
export const PATIENCE = { timeout: 30_000 }
