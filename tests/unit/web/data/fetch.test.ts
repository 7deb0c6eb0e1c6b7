/** Tests the errors of requests whose answer is interrupted, late or not JSON. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShippingCountriesDocument } from '../../../../schema/generated/operations.ts'
import { fetchAvailability, fetchSeatMap, runOperation } from '../../../../web/data/fetch.ts'
import { isWorthRetry } from '../../../../web/data/query.ts'

let timeout = new AbortController()

beforeEach(() => {
  timeout = new AbortController()
  vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.signal)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Makes the server send only the start of a body. The returned promise resolves when this start has arrived. */
function stubEndlessBody(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (_: URL, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
      pull: () => resolve(),
    })
    return new Response(body)
  })
  return promise
}

const query = (signal?: AbortSignal) => runOperation(ShippingCountriesDocument, {}, signal ? { signal } : {})

it.each([
  ['query', () => query()],
  ['seat map', () => fetchSeatMap('/maps/x.json')],
  ['availability', () => fetchAvailability('evt_1', null, new AbortController().signal)],
])('SHELL-05 a %s whose body stops arriving ends by its timeout and is not repeated', async (_, request) => {
  const arrived = stubEndlessBody()
  const failure = request().catch((error: Error) => error)
  await arrived
  timeout.abort(new DOMException('', 'TimeoutError'))
  const error = (await failure) as Error
  expect(error).toMatchObject({ name: 'ConnectionError', fault: 'timeout' })
  expect(isWorthRetry(0, error, true)).toBe(false)
})

it('SHELL-05 a request that is aborted while its body arrives rejects with the AbortError of the signal', async () => {
  const arrived = stubEndlessBody()
  const caller = new AbortController()
  const failure = query(caller.signal).catch((error: Error) => error)
  await arrived
  caller.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
})

it.each(['<html>', '{"sections":', 'null'])('SHELL-05 the seat map “%s” is a fault of the server', async (body) => {
  vi.stubGlobal('fetch', async () => new Response(body))
  await expect(fetchSeatMap('/maps/x.json')).rejects.toMatchObject({ name: 'ConnectionError', fault: 'server' })
})
