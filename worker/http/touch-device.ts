/**
 * Whether the request comes from a touch device, by Chromium's client hint (`?1` for phones) or by the user agent, in which
 * phones and tablets identify themselves. A desktop with a touch screen does not; only its browser knows.
 */
export function isTouchDevice(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /Mobi|Android|iPad/.test(headers.get('user-agent') ?? '')
}
