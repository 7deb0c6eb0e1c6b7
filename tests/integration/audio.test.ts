import { beforeAll, describe, expect, it } from 'vitest'
import { buildWorld, Visitor } from '../support/shop-world.ts'
import { testEnv } from '../support/test-env.ts'

const PATH = '/audio/0123456789abcdef.wav'
const CONTENT = '0123456789'

beforeAll(async () => {
  await buildWorld(Date.now())
  await testEnv.BUCKET.put(PATH.slice(1), CONTENT)
})

async function ask(headers: Record<string, string> = {}, path = PATH) {
  const answer = await new Visitor().fetch(path, { headers })
  return { answer, text: await answer.text(), header: (name: string) => answer.headers.get(name) }
}

describe('a snippet of a record', () => {
  it('PROD-14 is sent with its media type and length, and caches keep it', async () => {
    const { answer, text, header } = await ask()
    expect([answer.status, text]).toEqual([200, CONTENT])
    expect(['content-type', 'content-length', 'accept-ranges'].map(header)).toEqual(['audio/wav', '10', 'bytes'])
    expect(header('cache-control')).toContain('immutable')
    const again = await ask({ 'if-none-match': header('etag') ?? '' })
    expect([again.answer.status, again.text]).toEqual([304, ''])
  })

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', CONTENT, 'bytes 0-9/10'],
  ])('PROD-14 answers the range %s', async (range, part, contentRange) => {
    const { answer, text, header } = await ask({ range })
    expect([answer.status, text, header('content-range')]).toEqual([206, part, contentRange])
    expect(header('content-length')).toBe(String(part.length))
  })

  it('PROD-14 refuses a range outside of the file, and ignores one that it does not understand', async () => {
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=5-4', 'bytes=-0']) {
      const { answer, header } = await ask({ range })
      expect([range, answer.status, header('content-range')]).toEqual([range, 416, 'bytes */10'])
    }
    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=', 'bytes=-', `bytes=${'9'.repeat(400)}-`, 'x'])
      expect([range.slice(0, 20), (await ask({ range })).answer.status]).toEqual([range.slice(0, 20), 200])
  })

  it('PROD-14 answers 404 for other files, also of the bucket', async () => {
    await testEnv.BUCKET.put('proofs/secret.wav', 'secret')
    for (const path of ['/audio/ffffffffffffffff.wav', '/audio/..%2fproofs%2fsecret.wav', '/audio/x.exe', '/audio/'])
      expect([path, (await ask({}, path)).answer.status]).toEqual([path, 404])
  })
})
