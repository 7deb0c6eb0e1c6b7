/** Tests the commands of a cart, with answers of the server that the test gives. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AddTicketsDocument, ChangeAmountDocument } from '../../../../schema/generated/mutations.ts'
import { changeAmountInTurn } from '../../../../web/cart/use-cart.ts'
import { commandsEnded } from '../../../../web/data/command-queue.ts'

const passBotCheck = vi.hoisted(() => vi.fn())
vi.mock('../../../../web/bot-check/bot-check-dialog.tsx', () => ({ passBotCheck }))

type Sent = {
  hash: string
  variables: { itemId: string; amount: number; clientMutationId: string }
  answer: (body: object) => void
}

const SECOND = 1000
let sent: Sent[] = []
let client: QueryClient

beforeEach(() => {
  sent = []
  client = new QueryClient()
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://shop.example', pathname: '/' })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
    return controller.signal
  })
  vi.stubGlobal('fetch', (_: URL, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    sent.push({ ...JSON.parse(body), answer: (json: object) => resolve(Response.json(json)) })
    signal.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
})

afterEach(async () => {
  const ended = commandsEnded()
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  await ended
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SHIRT = { id: 'itm_shirt', amount: 1, eventId: null, productVariantId: 'prv_shirt' }
const TICKET = { id: 'itm_ticket', amount: 1, eventId: 'evt_1', productVariantId: 'prv_ticket' }

function change(item: typeof SHIRT | typeof TICKET, amount: number) {
  const answer = changeAmountInTurn(client, item, amount)
  const outcome = answer.then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { outcome }
}

/** Answers the last request with a cart that contains the items in these amounts. */
async function answerWith(...amounts: [string, number][]): Promise<void> {
  const items = amounts.map(([id, amount]) => ({ id, amount }))
  const cart = { id: 'crt_1', version: sent.length, serverNow: sent.length, items }
  sent.at(-1)?.answer({ data: { changeAmount: { cart } } })
  await vi.advanceTimersByTimeAsync(0)
}

const requested = () => sent.map(({ variables }) => [variables.itemId, variables.amount])

describe('the commands of a cart', () => {
  it('PROD-04 are sent in the order of the clicks, and of the waiting amounts of a line only the last one', async () => {
    const first = change(SHIRT, 2)
    await vi.advanceTimersByTimeAsync(0)
    const clicks = [first, change(SHIRT, 3), change(TICKET, 2), change(SHIRT, 4), change(SHIRT, 5)]
    await vi.advanceTimersByTimeAsync(0)
    expect(requested()).toEqual([['itm_shirt', 2]])
    await answerWith(['itm_shirt', 2], ['itm_ticket', 1])
    expect(requested().slice(1)).toEqual([['itm_shirt', 5]])
    await answerWith(['itm_shirt', 5], ['itm_ticket', 1])
    expect(requested().slice(2)).toEqual([['itm_ticket', 2]])
    await answerWith(['itm_shirt', 5], ['itm_ticket', 2])
    expect(await Promise.all(clicks.map(({ outcome }) => outcome))).toEqual(Array(5).fill('done'))
    expect(sent).toHaveLength(3)
  })

  it('CART-05, SES-05 ask for more tickets than the earlier commands have left with the guarded operation', async () => {
    change(TICKET, 1)
    await vi.advanceTimersByTimeAsync(0)
    // Before the first answer, the page shows three tickets.
    for (const amount of [3, 4, 2]) change({ ...TICKET, amount: 3 }, amount)
    await answerWith(['itm_ticket', 1])
    expect(sent.at(-1)).toMatchObject({ hash: AddTicketsDocument.hash, variables: { amount: 2 } })
    await answerWith(['itm_ticket', 2])
    change(TICKET, 1)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.at(-1)).toMatchObject({ hash: ChangeAmountDocument.hash, variables: { amount: 1 } })
    await answerWith(['itm_ticket', 1])
  })

  it('CART-07 end after two requests without an answer, with one key, and let the next command go', async () => {
    const hanging = change(SHIRT, 2)
    const next = change(TICKET, 2)
    await vi.advanceTimersByTimeAsync(21 * SECOND)
    expect(await hanging.outcome).toBe('timeout')
    expect(requested()).toEqual([
      ['itm_shirt', 2],
      ['itm_shirt', 2],
      ['itm_ticket', 2],
    ])
    expect(sent[1]?.variables.clientMutationId).toBe(sent[0]?.variables.clientMutationId)
    await answerWith(['itm_ticket', 2])
    expect(await next.outcome).toBe('done')
  })

  it('show no second bot check for the clicks that waited while the visitor declined one', async () => {
    passBotCheck.mockResolvedValue(false)
    const refused = { errors: [{ extensions: { code: 'BOT_CHECK_REQUIRED', params: { siteKey: 'key' } } }] }
    const clicks = [change(SHIRT, 2), change(TICKET, 2)]
    await vi.advanceTimersByTimeAsync(0)
    sent.at(-1)?.answer(refused)
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    sent.at(-1)?.answer(refused)
    await vi.advanceTimersByTimeAsync(0)
    expect(await Promise.all(clicks.map(({ outcome }) => outcome))).toEqual(Array(2).fill('BOT_CHECK_REQUIRED'))
    expect(passBotCheck).toHaveBeenCalledOnce()
    // The next click is a new wish.
    const again = change(SHIRT, 2)
    await vi.advanceTimersByTimeAsync(0)
    sent.at(-1)?.answer(refused)
    expect(await again.outcome).toBe('BOT_CHECK_REQUIRED')
    expect(passBotCheck).toHaveBeenCalledTimes(2)
  })
})
