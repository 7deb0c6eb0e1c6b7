/**
 * Browsers cache a failed module import until the page is reloaded. If the code of a page or of an `optionalPart` could not
 * be imported, the next navigation is therefore a full page load, unless the browser is offline.
 */
let isMissing = false

export function markScriptMissing(): void {
  isMissing = true
}

export function mustReload(): boolean {
  return isMissing && navigator.onLine
}
