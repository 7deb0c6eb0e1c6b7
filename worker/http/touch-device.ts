/**
 * Whether fingers hold the device that asks, as far as it says: Chromium in its client hint (`?1` for phones), all in the
 * user agent, where phones and tablets name what they are. A desk with a touchscreen does not say; its browser knows.
 */
export function isTouchDevice(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /Mobi|Android|iPad/.test(headers.get('user-agent') ?? '')
}
