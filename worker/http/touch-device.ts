/**
 * Whether the request comes from a touch device, according to Chromium's client hint (`?1` for phones) or the user
 * agent, in which most phones and tablets identify themselves. A desktop computer with a touch screen is not
 * recognised, because its request does not mention the screen. An iPad that identifies itself as a Mac is not
 * recognised either.
 */
export function isTouchDevice(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /Mobi|Android|iPad/.test(headers.get('user-agent') ?? '')
}
