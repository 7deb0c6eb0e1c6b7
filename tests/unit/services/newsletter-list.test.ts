import { afterEach, describe, expect, it, vi } from 'vitest'
import { subscribeToList } from '../../../worker/integrations/newsletter.ts'

afterEach(() => vi.restoreAllMocks())

/** Makes the external list answer with this response. */
function answerWith(response: Response) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
}
const signUp = () => subscribeToList({}, 'https://list.example/subscribe', 'ida@example.org', 'de')

describe('sign-up at an external newsletter list', () => {
  it('NEWS-01 fails if the list answers with a redirect, which is not followed', async () => {
    const fetched = answerWith(new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }))
    expect(await signUp()).toEqual({ kind: 'failed', reason: 'status 302 is a redirect' })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
  })

  it('NEWS-01 fails if the answer is long, and does not read it to its end', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(16 * 1024).fill(32))
      },
    })
    answerWith(new Response(endless))
    expect(await signUp()).toEqual({ kind: 'failed', reason: 'the answer is too long' })
    expect(sent).toBeLessThan(10)
  })

  it('NEWS-01 succeeds if the answer is short', async () => {
    answerWith(new Response('{"msg":"Fast geschafft"}'))
    expect(await signUp()).toEqual({ kind: 'subscribed' })
  })
})
