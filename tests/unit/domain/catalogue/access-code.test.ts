import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findAccessCode, hashAccessCodes } from '../../../../worker/domain/catalogue/access-code.ts'

const saltOf = (stored: string | undefined) => stored?.split('$')[0]

describe('access codes of a shop', () => {
  it('SHOP-07 keep their salt and hashes when an import adds codes, but get another salt in another list', () => {
    const [first] = hashAccessCodes(['aurora'], [])
    const [other, again] = hashAccessCodes(['borealis', ' aurora '], [String(first)])
    expect(again).toBe(first)
    expect(saltOf(other)).toBe(saltOf(first))
    expect(other).not.toBe(first)
    expect(hashAccessCodes(['aurora'], [])).not.toEqual([first])
    expect(saltOf(first)).toHaveLength(22)
  })

  it('SHOP-07 need only one scrypt hash per attempt if they share a salt, however long the list is', () => {
    const stored = hashAccessCodes(['aurora', 'borealis', 'corona'], [])
    const hashed: string[] = []
    const find = (code: string) => {
      hashed.length = 0
      return findAccessCode(code, stored, (typed, salt) => {
        hashed.push(typed)
        return scryptSync(typed, Buffer.from(salt, 'base64url'), 32)
      })
    }
    expect(find('corona ')).toBe(stored[2])
    expect(hashed).toEqual(['corona'])
    expect(find('sperling')).toBeUndefined()
    expect(hashed).toEqual(['sperling'])
    expect(findAccessCode('aurora', [])).toBeUndefined()
    expect(findAccessCode('', ['', '$', 'abc', 'abc$'])).toBeUndefined()
  })

  it('SHOP-07 remain valid if each has its own salt, and get one common salt at the next import', () => {
    const old = ['aurora', 'borealis'].map((code) => {
      const salt = randomBytes(16)
      return `${salt.toString('base64url')}$${scryptSync(code, salt, 32).toString('base64url')}`
    })
    expect(old.map(saltOf)).toHaveLength(new Set(old.map(saltOf)).size)
    expect(['aurora', 'borealis', 'corona'].map((code) => findAccessCode(code, old))).toEqual([...old, undefined])
    const next = hashAccessCodes(['aurora', 'borealis'], old)
    expect(next[0]).toBe(old[0])
    expect(new Set(next.map(saltOf)).size).toBe(1)
    expect(findAccessCode('borealis', next)).toBe(next[1])
  })
})
