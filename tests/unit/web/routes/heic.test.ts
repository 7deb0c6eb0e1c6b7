import { describe, expect, it } from 'vitest'
import { isHeic } from '../../../../web/routes/ticket-service/heic.ts'

/** The box with which such a file begins, and the begin of the next box. */
function picture(...brands: string[]): Blob {
  const [main = '', ...compatible] = brands
  const size = 16 + 4 * compatible.length
  return new Blob([new Uint8Array([0, 0, 0, size]), `ftyp${main}`, new Uint8Array(4), compatible.join(''), 'heic meta'])
}

describe('a picture in the format HEIC', () => {
  it.each([
    ['of a phone', picture('heic', 'mif1', 'MiHE', 'heic'), true],
    ['of a phone that names the general format first', picture('mif1', 'miaf', 'heic'), true],
    ['of a series', picture('hevc', 'msf1'), true],
    ['is no AVIF', picture('avif', 'mif1', 'miaf'), false],
    ['is no video', picture('isom', 'mp41'), false],
    ['is no JPEG', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'ftypheic and more']), false],
    ['is no empty file', new Blob([]), false],
    ['is no cut box', new Blob([new Uint8Array([0, 0, 0, 24]), 'ftyp']), false],
    ['is no box with a wrong size', new Blob([new Uint8Array([0, 0, 0, 4]), 'ftypheic']), false],
  ])('SUP-02 %s', async (_case, file, expected) => {
    expect(await isHeic(file)).toBe(expected)
  })
})
