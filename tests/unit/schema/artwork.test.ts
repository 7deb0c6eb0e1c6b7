import { expect, it } from 'vitest'
import { artworkOf } from '../../../schema/artwork.ts'

const lettersOf = (name: string) => artworkOf(name)[3]
const shapesOf = (path: string) => path.split('M').slice(1)

it('PIC-01 the initials of artwork skip a leading German or English article, unless the name has no other word', () => {
  for (const article of ['Der', 'Die', 'Das', 'Ein', 'Eine', 'The', 'A', 'An', 'die', 'THE']) {
    expect(lettersOf(`${article} Kaputte Ampel`)).toBe('KA')
  }
  expect(lettersOf('Kaputte Ampel')).toBe('KA')
  expect(lettersOf('Die Ärzte')).toBe('Ä')
  expect(lettersOf('Dee Snider')).toBe('DS')
  expect(lettersOf('Zehner für das Jugendzentrum')).toBe('ZF')
  expect(lettersOf('Dieselgarage Nord')).toBe('DN')
  expect(lettersOf('Anna')).toBe('A')
  expect(lettersOf('Die')).toBe('D')
  expect(lettersOf('The The')).toBe('T')
  expect(lettersOf('“50 Hz”, <Werkzeug>')).toBe('5H')
  expect(lettersOf('')).toBe('')
})

it('PIC-01 artwork has an arc in each of nine tiles, and the same arc in the first colour behind each arc of the second colour', () => {
  for (const name of ['', 'Kiosk Kardinal', 'Łucja', 'Motel Meteor', 'Radio Rezeption']) {
    const [squares, arcs, frontArcs] = artworkOf(name)
    const places = shapesOf(arcs).map((arc) => arc.slice(0, 3))
    expect(places).toEqual([0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => `${column} ${row}`)))
    expect(shapesOf(arcs)).toEqual(expect.arrayContaining(shapesOf(frontArcs)))
    for (const square of shapesOf(squares)) expect(square).toMatch(/^[012] [012]h1v1h-1z$/)
  }
})

it('PIC-01 the name decides the corner of each arc, and which tiles have the second colours', () => {
  const [squares, arcs, frontArcs] = artworkOf('Kiosk Kardinal')
  expect(new Set(shapesOf(arcs).map((arc) => arc.slice(3))).size).toBeGreaterThan(1)
  const others = artworkOf('Motel Meteor')
  expect([squares, arcs, frontArcs].map((path, layer) => path === others[layer])).toEqual([false, false, false])
})
