import { afterEach, describe, expect, it, vi } from 'vitest'
import { subscribeToList } from '../../../worker/integrations/newsletter.ts'

afterEach(() => vi.restoreAllMocks())

/** A list outside that gives this answer. */
function listAnswers(response: Response) {
  return vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
}
const signUp = () => subscribeToList({}, 'https://list.example/subscribe', 'ida@example.org', 'de')

describe('a list outside', () => {
  it('NEWS-01 leads nowhere else', async () => {
    const fetched = listAnswers(new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }))
    expect(await signUp()).toEqual({ kind: 'failed', reason: 'status 302, a redirect' })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
  })

  it('NEWS-01 is read no further than an answer goes', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(16 * 1024).fill(32))
      },
    })
    listAnswers(new Response(endless))
    expect(await signUp()).toEqual({ kind: 'failed', reason: 'an endless answer' })
    expect(sent).toBeLessThan(10)
  })

  it('NEWS-01 is understood where its answer is short', async () => {
    listAnswers(new Response('{"msg":"Fast geschafft"}'))
    expect(await signUp()).toEqual({ kind: 'subscribed' })
  })
})
