/** For events that follow within moments: a slow machine is no fault of the code under test. */
export const PATIENCE = { timeout: 30_000 }
