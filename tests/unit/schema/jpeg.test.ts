import { describe, expect, it } from 'vitest'
import { isPlainJpeg, plainJpeg } from '../../../schema/rules/jpeg.ts'
import { pdf, plainPicture, withinScan, withSegment, withTail } from '../../support/jpeg.ts'

describe('a proof photo', () => {
  it('SUP-02 is a picture and nothing else', () => {
    expect(isPlainJpeg(plainPicture())).toBe(true)
    // The picture with a restart interval and a transformation by Adobe.
    expect(isPlainJpeg(withSegment(0xee, 'Adobe\0d\0\0\0\0\u0001'))).toBe(true)
  })

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['a PDF', pdf()],
    ['a truncated picture', plainPicture().subarray(0, -2)],
    ['a picture without a scan', new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
    ['a segment that is longer than the file', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1, 2])],
    ['a picture with the place where it was taken', withSegment(0xe1, 'Exif\0\0MM\0*GPS 53.55 N')],
    ['a comment', withSegment(0xfe, 'hello')],
    ['a colour profile', withSegment(0xe2, 'ICC_PROFILE\0')],
    ['a JFIF header with a preview', withSegment(0xe0, `JFIF\0${'x'.repeat(40)}`)],
    ['a picture that is followed by a ZIP archive', withTail('PK\u0003\u0004')],
    ['a picture that is a PDF, too', withinScan('%PDF-1.4 1 0 obj')],
    ['a picture that is a web page, too', withinScan('<ScRiPt>alert(1)</ScRiPt>')],
  ])('SUP-02 is not %s', (_name, bytes) => {
    expect(isPlainJpeg(bytes)).toBe(false)
  })

  it('SUP-02 loses its place, its comments and everything after the picture, and keeps its pixels', () => {
    for (const file of [withSegment(0xe1, 'Exif\0\0GPS'), withSegment(0xfe, '%PDF-1.4'), withTail('<script>')])
      expect(plainJpeg(file)).toEqual(plainPicture())
    expect(plainJpeg(pdf())).toBeNull()
  })
})
