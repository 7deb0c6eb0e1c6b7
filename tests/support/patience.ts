/** For waits on an event that comes within moments: a busy machine is no fault of what is tested. */
export const PATIENCE = { timeout: 30_000 }
