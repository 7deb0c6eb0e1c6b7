/**
 * Browsers cache a failed module import until the page is reloaded. After one has failed, the next navigation is therefore
 * a full page load, if the browser is online.
 */
let isMissing = false

export function markScriptMissing(): void {
  isMissing = true
}

export function mustReload(): boolean {
  return isMissing && navigator.onLine
}
