/** Resolves once the page has loaded and the browser has nothing better to do; for what no first view needs. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    const wait = () =>
      'requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })
}
