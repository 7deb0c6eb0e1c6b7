import { describe, expect, it } from 'vitest'
import type { Image, ShopMeta } from '../../../schema/catalogue-values.ts'
import type { ShopRow } from '../../../schema/tables/shop.ts'
import { COMPANY } from '../../../schema/texts/company.ts'
import { designColours } from '../../../worker/generated/design-colours.ts'
import { jpegKey, type MailBrand, mailBrand, mailPicture } from '../../../worker/mail/brand.ts'
import { designLook } from '../../../worker/mail/design-look.ts'
import { type Part, renderMail } from '../../../worker/mail/layout.ts'

const IMAGE: Image = {
  key: 'abc',
  width: 2000,
  height: 1000,
  widths: [180, 500, 1000, 2000],
  thumbhash: '',
  alt: { de: '', en: '' },
}
const BASE = 'https://shop.example/aschenfirn'

const shopWith = (meta: ShopMeta): ShopRow => ({
  id: 'shop_1',
  slug: 'aschenfirn',
  name: 'Aschenfirn',
  domain: null,
  defaultLocale: 'de',
  isBand: true,
  hasCustomDomain: false,
  artistId: 'cat_1',
  orderMergingAllowed: false,
  paymentBlacklist: [],
  meta,
})

function brandOf(design: string): MailBrand {
  const home = 'https://shop.example/?lang=de'
  return {
    name: 'A & B',
    home,
    imprint: 'https://shop.example/contact?lang=de',
    ...designLook(design),
    logo: null,
    picture: null,
  }
}

const render = (brand: MailBrand, ...parts: Part[]) =>
  renderMail({ brand, locale: 'de', title: 'Bestellung', preview: 'x', parts })

describe('the layout of mails', () => {
  it('MAIL-01 paints the colours, corners and typeface of every design', () => {
    for (const [design, { ground, accent, onAccent }] of Object.entries(designColours)) {
      const { html } = render(brandOf(design), { kind: 'button', label: 'Weiter', href: 'https://shop.example/' })
      expect(html).toContain(`background:${ground}`)
      expect(html).toContain(`background:${accent};color:${onAccent}`)
    }
    expect(render(brandOf('aschenfirn')).html).toMatch(/<h1[^>]*font-family:Georgia/)
    expect(render(brandOf('phasenschieber')).html).toMatch(/<h1[^>]*font-family:ui-monospace/)
    expect(render(brandOf('kiosk-kardinal')).html).toMatch(/<h1[^>]*text-transform:uppercase/)
    expect(render(brandOf('no-such-design')).html).toContain(`background:${designColours.plain?.ground}`)
  })

  it('MAIL-01 names the company with seat, register, director and imprint, in HTML and in plain text', () => {
    const { html, text } = render(brandOf('plain'), { kind: 'paragraph', text: 'Hallo' })
    for (const detail of [COMPANY.name, COMPANY.street, COMPANY.city, COMPANY.register, COMPANY.director]) {
      expect(html).toContain(detail)
      expect(text).toContain(detail)
    }
    expect(html).toContain('href="https://shop.example/contact?lang=de"')
    expect(text).toContain('\n-- \nA & B\n')
    expect(text).toContain('Impressum: https://shop.example/contact?lang=de')
    expect(html).toContain('A &amp; B')
  })

  it('MAIL-01 shows a ticket\'s QR code before its links, and keeps "T-Shirt" in one line', () => {
    const links = [{ label: 'Zu Apple Wallet hinzufügen', href: 'https://shop.example/pass' }]
    const ticket: Part = { kind: 'ticket', lines: ['Saal'], codeLabel: 'Ticketcode', code: '1 2', imageId: 'qr', links }
    const { html } = render(brandOf('plain'), ticket, { kind: 'paragraph', text: 'Ein T-Shirt & mehr' })
    expect(html.indexOf('cid:qr')).toBeGreaterThan(0)
    expect(html.indexOf('cid:qr')).toBeLessThan(html.indexOf('Zu Apple Wallet'))
    expect(html).toContain('Ein <span style="white-space:nowrap">T-Shirt</span> &amp; mehr')
  })

  it('MAIL-01 shows the pictures of a shop, but not those of a shop with a password', () => {
    const meta = { design: 'aschenfirn', favicon: IMAGE }
    const open = shopWith(meta)
    expect(mailBrand(open, BASE, 'en')).toMatchObject({
      home: `${BASE}/?lang=en`,
      logo: 'https://shop.example/images/abc/180.jpg',
      colours: designColours.aschenfirn,
    })
    const picture = mailPicture(open, BASE, IMAGE, 'Aschenfirn "live"')
    expect(picture?.src).toBe('https://shop.example/images/abc/1000.jpg')
    expect(mailPicture(open, BASE, undefined, 'x')).toBeNull()
    const locked = shopWith({ ...meta, password: [] })
    expect(mailBrand(locked, BASE, 'en').logo).toBeNull()
    expect(mailPicture(locked, BASE, IMAGE, 'x')).toBeNull()
    expect(jpegKey({ key: 'small', widths: [320] }, 180)).toBe('images/small/320.jpg')
  })

  it('MAIL-01 reserves the space of the key picture, and names what it shows', () => {
    const picture = mailPicture(shopWith({}), BASE, IMAGE, 'Aschenfirn "live"')
    const { html } = render({ ...brandOf('plain'), picture }, { kind: 'paragraph', text: 'Hallo' })
    const height = Math.round((600 * IMAGE.height) / IMAGE.width)
    expect(html).toContain(`alt="Aschenfirn &quot;live&quot;" width="600" height="${height}"`)
    expect(render(brandOf('plain'), { kind: 'paragraph', text: 'Hallo' }).html).not.toContain('<img')
  })

  it('MAIL-01 breaks addresses and long values, but neither prices nor an IBAN', () => {
    const rows = (...values: [label: string, value: string][]) =>
      render(brandOf('plain'), { kind: 'rows', rows: values.map(([label, value]) => ({ label, value })) }).html
    const cellOf = (value: string) => /<td[^>]*align="right"[^>]*>/.exec(rows(['a', value]))?.[0]
    const iban = rows(['IBAN', 'DE12 3456 7890 1234 5678 90'])
    expect(iban).toMatch(/white-space:nowrap">DE12 3456 7890 1234 5678 90</)
    expect(rows(['Zweck', 'BAX8518839297 Oezge Luczak'])).not.toContain('nowrap')
    expect(cellOf('1.066,00 €')).toContain('white-space:nowrap')
    expect(cellOf('Özge Łuczak\nHafenstraße 12')).not.toContain('nowrap')
    expect(cellOf('Ein T-Shirt und eine sehr lange Beschreibung dazu')).not.toContain('nowrap')
  })

  it('MAIL-01 writes the values below their labels if one does not fit beside its label on a phone', () => {
    const columnsOf = (rows: { label: string; value: string }[]) =>
      render(brandOf('plain'), { kind: 'rows', rows }).html.split('align="right"').length - 1
    const amount = { label: 'Betrag', value: '45,90 €' }
    expect(columnsOf([amount])).toBe(1)
    expect(columnsOf([amount, { label: 'Verwendungszweck', value: 'BAX8518839297 Oezge Luczak' }])).toBe(0)
    expect(columnsOf([amount, { label: 'Lieferadresse', value: 'Özge Łuczak\nOranienstraße 190\nBerlin' }])).toBe(2)
    expect(columnsOf([{ label: 'Rechnungsadresse', value: 'Özge Łuczak\nOranienstraße 190\nBerlin' }])).toBe(0)
  })

  it('MAIL-01 lets the QR code wrap below the text of a ticket, and a ticket without QR code has no image', () => {
    const ticket = {
      kind: 'ticket',
      lines: ['Konzert'],
      codeLabel: 'Code',
      code: '4 006381 333931',
      links: [],
    } as const
    const { html, text } = render(brandOf('plain'), { ...ticket, lines: [...ticket.lines], links: [], imageId: 'qr' })
    expect(html).toMatch(/<div style="display:inline-block[^"]*max-width:320px"/)
    expect(html).toMatch(/<div style="display:inline-block[^"]*width:190px"><img src="cid:qr"/)
    expect(text).toContain('Konzert\nCode: 4 006381 333931')
    const posted = render(brandOf('plain'), { ...ticket, lines: [...ticket.lines], links: [], imageId: null })
    expect(posted.html).not.toContain('<img')
  })
})
