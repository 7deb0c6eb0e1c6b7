import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionError, ShopError } from '../../../../web/data/fetch.ts'
import { type DetailsChanges, DetailsSaver } from '../../../../web/routes/checkout/details-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Request = { changes: DetailsChanges; key: string; answer: () => void; fail: (error: Error) => void }

/** A saver whose requests the test answers. */
function newSaver() {
  const requests: Request[] = []
  const remembered: DetailsChanges[] = []
  const saver = new DetailsSaver(
    (changes, key) =>
      new Promise((answer, fail) => {
        requests.push({ changes, key, answer, fail })
      }),
    (unsaved) => remembered.push(unsaved),
  )
  return { saver, requests, remembered }
}

describe('saving what the buyer types', () => {
  it('CHK-08 sends one request for the changes of one pause, or at once when a field loses focus', async () => {
    const { saver, requests } = newSaver()
    for (const email of ['i', 'id', 'ida']) saver.save({ email })
    saver.save({ paymentMethod: 'bank_transfer' })
    expect(requests).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(600)
    expect(requests.map(({ changes }) => changes)).toEqual([{ email: 'ida', paymentMethod: 'bank_transfer' }])
    requests[0]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    saver.save({ email: 'ida@' })
    void saver.flush()
    expect(requests[1]?.changes).toEqual({ email: 'ida@' })
  })

  it('CHK-08 sends a change after the running request, never beside it', async () => {
    const { saver, requests } = newSaver()
    saver.save({ email: 'old' })
    void saver.flush()
    saver.save({ email: 'new' })
    const done = saver.flush()
    expect(requests).toHaveLength(1)
    expect(saver.unsaved).toEqual({ email: 'new' })
    requests[0]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(requests[1]?.changes).toEqual({ email: 'new' })
    requests[1]?.answer()
    await done
    expect(saver.unsaved).toEqual({})
  })

  it('CHK-08 retries with the same key, and keeps the change for later if the connection stays away', async () => {
    const { saver, requests } = newSaver()
    saver.save({ email: 'ida' })
    void saver.flush()
    for (let attempt = 0; attempt < 3; attempt++) {
      requests[attempt]?.fail(new ConnectionError('offline'))
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
    expect(requests).toHaveLength(3)
    expect(saver.unsaved).toEqual({ email: 'ida' })
    saver.save({ paymentMethod: 'bank_transfer' })
    void saver.flush()
    expect(requests[3]?.changes).toEqual({ email: 'ida', paymentMethod: 'bank_transfer' })
    expect(requests[3]?.key).not.toBe(requests[0]?.key)
  })

  it.each(['CART_EMPTY', 'CART_REPLACED', 'BAD_INPUT'] as const)(
    'CHK-08 gives up a change that the server refuses with %s, and forgets all of them after the order',
    async (code) => {
      const { saver, requests } = newSaver()
      saver.save({ email: 'ida' })
      const done = saver.flush()
      requests[0]?.fail(new ShopError(code, {}))
      await done
      expect(saver.unsaved).toEqual({})
      saver.save({ email: 'ben' })
      saver.discard()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(requests).toHaveLength(1)
    },
  )

  it.each([
    ['a waiting room answers', new ConnectionError('waiting')],
    ['the server has an internal error', new ShopError('INTERNAL', { requestId: 'req_1' })],
    ['a rate limit applies', new ShopError('TOO_MANY_REQUESTS', {})],
  ])('CHK-08 remembers a change and sends it again later if %s', async (_why, error) => {
    const { saver, requests, remembered } = newSaver()
    saver.save({ email: 'ida' })
    const done = saver.flush()
    requests[0]?.fail(error)
    await done
    expect(remembered.at(-1)).toEqual({ email: 'ida' })
    await vi.advanceTimersByTimeAsync(19_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(requests[1]?.changes).toEqual({ email: 'ida' })
    requests[1]?.answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(remembered.at(-1)).toEqual({})
    expect(requests).toHaveLength(2)
  })

  it('CHK-08 sends no change again that was discarded while its request was running', async () => {
    const { saver, requests } = newSaver()
    saver.save({ email: 'ida' })
    void saver.flush()
    saver.discard()
    saver.save({ email: 'ben' })
    requests[0]?.fail(new ConnectionError('offline'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.map(({ changes }) => changes)).toEqual([{ email: 'ida' }, { email: 'ben' }])
    expect(saver.unsaved).toEqual({ email: 'ben' })
  })

  it('CHK-08 remembers what the server may not have, until it answers or the order is placed', async () => {
    const { saver, requests, remembered } = newSaver()
    saver.save({ email: 'ida' })
    void saver.flush()
    saver.save({ paymentMethod: 'bank_transfer' })
    expect(remembered.at(-1)).toEqual({ email: 'ida', paymentMethod: 'bank_transfer' })
    requests[0]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(remembered.at(-1)).toEqual({ paymentMethod: 'bank_transfer' })
    requests[1]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(remembered.at(-1)).toEqual({})
    saver.save({ email: 'ben' })
    saver.discard()
    expect(remembered.at(-1)).toEqual({})
  })

  it('CHK-08 sends the input of the former document once, and keeps what the buyer has typed since', async () => {
    const { saver, requests } = newSaver()
    saver.save({ email: 'new' })
    saver.restore({ email: 'old', paymentMethod: 'bank_transfer' })
    saver.restore({ email: 'older' })
    expect(saver.unsaved).toEqual({ email: 'new', paymentMethod: 'bank_transfer' })
    await vi.advanceTimersByTimeAsync(600)
    expect(requests.map(({ changes }) => changes)).toEqual([{ email: 'new', paymentMethod: 'bank_transfer' }])
  })
})
