import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  commandsArePending,
  commandsEnded,
  inTurn,
  leavePage,
  reloadPage,
  stayInDocument,
} from '../../../../web/data/command-queue.ts'

const opened: string[] = []
beforeEach(() => {
  opened.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('location', { assign: (href: string) => opened.push(href), reload: () => opened.push('reload') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Adds a command to the queue, which ends when the test says so. */
function command() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const wasSent = vi.fn(() => promise)
  const answer = inTurn(wasSent)
  answer.catch(() => undefined)
  return { wasSent, answer, resolve, reject }
}

describe('the commands of a page', () => {
  it('CART-07 are sent one after the other, also if one of them fails', async () => {
    const [first, second, third] = [command(), command(), command()]
    await vi.advanceTimersByTimeAsync(0)
    expect([first, second, third].map(({ wasSent }) => wasSent.mock.calls.length)).toEqual([1, 0, 0])
    first.reject(new Error('refused'))
    await expect(first.answer).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(0)
    expect([second, third].map(({ wasSent }) => wasSent.mock.calls.length)).toEqual([1, 0])
    second.resolve('second')
    expect(await second.answer).toBe('second')
    expect(commandsArePending()).toBe(true)
    third.resolve('third')
    expect(await third.answer).toBe('third')
    await commandsEnded()
    expect(commandsArePending()).toBe(false)
  })

  it('CART-07 are all sent before a new document replaces the page', async () => {
    const [first, second] = [command(), command()]
    void leavePage('/checkout')
    first.resolve('first')
    await first.answer
    // The visitor may still click until the page is replaced.
    const third = command()
    second.resolve('second')
    await vi.advanceTimersByTimeAsync(0)
    expect(third.wasSent).toHaveBeenCalledOnce()
    expect(opened).toEqual([])
    third.resolve('third')
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toEqual(['/checkout'])
  })

  it('CART-07 do not open a waiting link once the visitor has opened another page of the document', async () => {
    const hanging = command()
    void leavePage('/checkout')
    stayInDocument()
    hanging.resolve('answer')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(opened).toEqual([])
    void leavePage('/checkout')
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toEqual(['/checkout'])
  })

  it('CART-07 are sent before the page of the back button loads, unless the visitor returns or presses a link', async () => {
    const hanging = command()
    void reloadPage()
    stayInDocument()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(opened).toEqual([])
    void reloadPage()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(opened).toEqual([])
    hanging.resolve('answer')
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toEqual(['reload'])
    const other = command()
    void reloadPage()
    void leavePage('/checkout')
    other.resolve('answer')
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toEqual(['reload', '/checkout'])
  })

  it('CART-07 keep a visitor who leaves for five seconds at most, and the last of two links counts', async () => {
    const hanging = command()
    void leavePage('/checkout')
    await vi.advanceTimersByTimeAsync(4_999)
    void leavePage('/checkout/details')
    expect(opened).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(opened).toEqual(['/checkout/details'])
    hanging.resolve('late')
    await hanging.answer
  })
})
