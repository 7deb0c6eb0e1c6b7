/**
 * Browsers keep a script that did not come as one that never comes, until the page is loaded whole. So once one was
 * missing, the next change of page is a load, as soon as there is a connection.
 */
let isMissing = false

export function noteMissingScript(): void {
  isMissing = true
}

export function mustLoadWhole(): boolean {
  return isMissing && navigator.onLine
}
