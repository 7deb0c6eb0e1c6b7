import { describe, expect, it } from 'vitest'
import { BoundedMap, PerVersion } from '../../../../worker/domain/memory/bounded-map.ts'

describe('BoundedMap', () => {
  it('drops the entry that was set longest ago when the map is full', () => {
    const map = new BoundedMap<string, number>('test', 2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)
    expect([map.get('a'), map.has('b'), map.get('c'), map.size]).toEqual([3, false, 4, 2])
    map.delete('a')
    expect(map.has('a')).toBe(false)
  })
})

describe('PerVersion', () => {
  it('loads a value once for a version, also when the value is null', async () => {
    const memory = new PerVersion<string, string | null>('test', 10)
    let loads = 0
    const load = async () => {
      loads++
      return null
    }
    expect(await memory.read(1, 'a', load)).toBeNull()
    expect(await memory.read(1, 'a', load)).toBeNull()
    expect(loads).toBe(1)
    await memory.read(2, 'a', load)
    expect(loads).toBe(2)
  })

  it('does not store a value that arrives after the next version was requested', async () => {
    const memory = new PerVersion<string, string>('test', 10)
    let finish = (_value: string) => {}
    const late = memory.read(1, 'a', () => new Promise((resolve) => (finish = resolve)))
    await memory.read(2, 'b', async () => 'new')
    finish('old')
    expect(await late).toBe('old')
    expect(memory.of(2).has('a')).toBe(false)
  })

  it('does not store a failed load', async () => {
    const memory = new PerVersion<string, string>('test', 10)
    await expect(memory.read(1, 'a', () => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable')
    expect(await memory.read(1, 'a', async () => 'found')).toBe('found')
  })
})
