/** The cookies that an answer sets, by name without the prefix for secure connections. */
export function cookiesSetBy(response: Response): [name: string, value: string][] {
  const set = response.headers.getSetCookie().map((cookie): [string, string] => {
    const [, name = '', value = ''] = /^(?:__Host-)?([^=]+)=([^;]*)/.exec(cookie) ?? []
    return [name, value]
  })
  const names = set.map(([name]) => name)
  // RFC 6265, 4.1.1: a server sets no cookie twice in one answer.
  if (new Set(names).size < names.length) throw new Error(`an answer sets a cookie twice: ${names.join(', ')}`)
  return set
}
