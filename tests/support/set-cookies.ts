/** Returns the cookies that an answer sets. The names are without the prefix `__Host-`. */
export function cookiesSetBy(response: Response): [name: string, value: string][] {
  const set = response.headers.getSetCookie().map((cookie): [string, string] => {
    const [, name = '', value = ''] = /^(?:__Host-)?([^=]+)=([^;]*)/.exec(cookie) ?? []
    return [name, value]
  })
  const names = set.map(([name]) => name)
  // By RFC 6265, section 4.1.1, a server should not set one cookie twice in one answer.
  if (new Set(names).size < names.length) throw new Error(`an answer sets a cookie twice: ${names.join(', ')}`)
  return set
}
