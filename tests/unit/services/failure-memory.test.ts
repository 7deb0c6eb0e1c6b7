import { describe, expect, it } from 'vitest'
import { FailureMemory } from '../../../worker/services/failure-memory.ts'

const NOW = 1_800_000_000_000

describe('FailureMemory', () => {
  it('blocks a key for a minute from the failure that reaches the limit', () => {
    const memory = new FailureMemory(3)
    memory.note('a', NOW)
    memory.note('a', NOW + 10_000)
    expect(memory.msUntilUnblocked('a', NOW + 10_000)).toBe(0)
    memory.note('a', NOW + 20_000)
    expect(memory.msUntilUnblocked('a', NOW + 20_000)).toBe(60_000)
    expect(memory.msUntilUnblocked('a', NOW + 79_999)).toBe(1)
    expect(memory.msUntilUnblocked('a', NOW + 80_000)).toBe(0)
    expect(memory.msUntilUnblocked('b', NOW + 20_000)).toBe(0)
  })

  it('starts a new count of failures a minute after the first failure', () => {
    const memory = new FailureMemory(2)
    memory.note('a', NOW)
    memory.note('a', NOW + 60_000)
    expect(memory.msUntilUnblocked('a', NOW + 60_000)).toBe(0)
    memory.note('a', NOW + 60_001)
    expect(memory.msUntilUnblocked('a', NOW + 60_001)).toBe(60_000)
  })

  it('keeps a key blocked if a new count of failures starts during the block', () => {
    const memory = new FailureMemory(2)
    memory.note('a', NOW)
    memory.note('a', NOW + 50_000)
    memory.note('a', NOW + 61_000)
    expect(memory.msUntilUnblocked('a', NOW + 61_000)).toBe(49_000)
  })

  it('blocks a key for a minute on request, whatever the limit is', () => {
    const memory = new FailureMemory(100)
    memory.block('a', NOW)
    expect(memory.msUntilUnblocked('a', NOW)).toBe(60_000)
  })

  it('drops the key whose last failure is the oldest when it is full', () => {
    const memory = new FailureMemory(1)
    memory.note('first', NOW)
    memory.note('second', NOW)
    memory.note('first', NOW)
    for (let key = 0; key < 9_999; key++) memory.note(String(key), NOW)
    expect(memory.msUntilUnblocked('second', NOW)).toBe(0)
    expect(memory.msUntilUnblocked('first', NOW)).toBe(60_000)
  })
})
