import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionError, ShopError } from '../../../../web/data/fetch.ts'
import { currentPage } from '../../../../web/data/page-state.ts'
import { chosenLists, signupProblem, validate } from '../../../../web/newsletter/signup.ts'

afterEach(() => {
  currentPage().locale = 'de'
})

describe('newsletter sign-up', () => {
  it('NEWS-01 requires an address with a top-level domain of 2 to 4 letters, then the consent', () => {
    for (const good of ['ida@example.org', ' ida.b+tag@sub.example.info ', 'ida@example.de']) {
      expect(validate(good, true), good).toBeNull()
    }
    for (const bad of ['', 'ida', 'ida@', '@example.org', 'ida@example', 'ida@example.museum', 'i d a@example.org']) {
      expect(validate(bad, true)?.field, bad).toBe('email')
    }
    expect(validate('ida@example.org', false)?.field).toBe('terms')
  })

  it('NEWS-01 has a different text for each error, translated into both languages, and a contact link only after too many attempts', () => {
    const answers = [
      new ShopError('BAD_INPUT', { field: 'email', expected: '' }),
      new ShopError('TERMS_NOT_ACCEPTED', {}),
      new ShopError('ALREADY_SUBSCRIBED', {}),
      new ShopError('TOO_MANY_REQUESTS', {}),
      new ShopError('NEWSLETTER_FAILED', {}),
      new ConnectionError('offline'),
    ]
    const german = answers.map((answer) => signupProblem(answer).text())
    expect(new Set(german).size).toBe(answers.length)
    expect(german[2]).toMatch(/schon angemeldet/)
    expect(german[3]).toMatch(/^Zu viele Anmeldeversuche.*Kontaktseite/)
    expect(german[4]).toBe('Es ist ein Fehler aufgetreten. Versuch es später nochmal.')
    expect(answers.map((answer) => signupProblem(answer).leadsToContact)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ])
    currentPage().locale = 'en'
    for (const [index, answer] of answers.entries()) expect(signupProblem(answer).text()).not.toBe(german[index])
  })

  it('NEWS-01 adds the ticket list only if the shop has one and the fan wants it', () => {
    const both = { newsletter_url: 'https://a.test/', newsletter_tickets_url: 'https://b.test/' }
    expect(chosenLists(both, true)).toEqual(['main', 'tickets'])
    expect(chosenLists(both, false)).toEqual(['main'])
    expect(chosenLists({ newsletter_url: 'https://a.test/' }, true)).toEqual(['main'])
  })
})
