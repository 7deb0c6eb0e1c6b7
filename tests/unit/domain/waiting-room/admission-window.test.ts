import { expect, it } from 'vitest'
import { AdmissionWindow } from '../../../../worker/domain/waiting-room/admission-window.ts'

it('SES-04 admission window admits no more visitors in ten seconds than the rate permits, even after a burst', () => {
  const window = new AdmissionWindow([])
  for (let second = 0; second < 10; second++) {
    for (let turn = 0; turn < (second === 0 ? 4 : 2); turn++) {
      expect(window.slots(2, second * 1000) > 0).toBe(second < 9)
      if (second < 9) window.add(second * 1000)
    }
  }
  expect(window.slots(2, 9_999)).toBe(0)
  expect(window.slots(2, 10_000)).toBe(4)
})

it('SES-04 admission window counts admissions that preceded a restart, and admits at least one visitor in ten seconds', () => {
  expect(new AdmissionWindow([3000, 1000]).slots(0.2, 9_000)).toBe(0)
  expect(new AdmissionWindow([3000, 1000]).slots(0.2, 11_000)).toBe(1)
  expect(new AdmissionWindow([]).slots(0.01, 0)).toBe(1)
})
