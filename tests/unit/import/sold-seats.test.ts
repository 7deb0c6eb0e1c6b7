/** Tests imports that change an event’s seat plan while seats are sold or held. No import may change a section’s block. */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { beforeEach, describe, expect, it } from 'vitest'
import { localClaims } from '../../../worker/cli/local-claims.ts'
import type { SeatClaim } from '../../../worker/domain/seats/seat-hold.ts'
import {
  clubNight,
  NOW,
  newFolder,
  openStores,
  run,
  runWithoutFaults,
  smallCatalogue,
  type TestStores,
  writeCatalogue,
} from './catalogue-builder.ts'

let stores: TestStores
/** The claims that the event’s objects report, or null if they cannot be reached. */
let claims: SeatClaim[] | null
let calls: number

beforeEach(async () => {
  const opened = await openStores()
  claims = []
  calls = 0
  const target = {
    ...opened.target,
    claims: async () => {
      calls++
      if (claims === null) throw new Error('unreachable')
      return claims
    },
  }
  stores = { ...opened, target }
})

type Hall = Record<string, string[]>

const HALL: Hall = { A: ['A-1', 'A-2'], B: ['B-1', 'B-2'], C: ['C-1', 'C-2'] }

/** Writes a catalogue whose event has these sections with these seats. */
function seated(hall: Hall, seatsPerObject?: number): Promise<string> {
  const sections = Object.entries(hall).map(([id, seats], row) => ({
    id,
    name: `Block ${id}`,
    seats: seats.map((seat, index) => ({
      id: seat,
      row: '1',
      number: String(index + 1),
      x: index * 10,
      y: row * 10,
      pricing_category_id: 1,
    })),
  }))
  const { allotments: _, ...event } = clubNight
  const seatMap = { file: 'seatmaps/hall.json', ...(seatsPerObject !== undefined && { seatsPerObject }) }
  return writeCatalogue(smallCatalogue({ events: [{ ...event, seatMap }] }), {
    'seatmaps/hall.json': JSON.stringify({ sections }),
  })
}

/** Writes a catalogue whose event has these general admission areas. */
function standing(areas: Record<string, number>): Promise<string> {
  const allotments = Object.entries(areas).map(([section, capacity]) => ({
    section,
    name: `Area ${section}`,
    pricingCategory: 1,
    capacity,
  }))
  return writeCatalogue(smallCatalogue({ events: [{ ...clubNight, allotments }] }))
}

let orders = 0

async function order(booked: { section: string; seat?: string; amount?: number }, status = 'payment_pending') {
  orders++
  const { section, seat, amount = 1 } = booked
  const [ticket] = await stores.rows('SELECT id, event_id FROM variants WHERE event_id IS NOT NULL')
  const [shop] = await stores.rows("SELECT id FROM shops WHERE slug = 'nordlicht'")
  const sql = [
    `INSERT INTO orders (id, reference, shop_id, cart_id, status, locale, country_code, email, shipping_address, billing_address,
      shipping_method, shipping_name, payment_method, subtotal_cents, shipping_cents, total_cents, vat_cents, terms_accepted_at,
      placed_at, due_at)
     VALUES ('ord_${orders}', 'R-${orders}', '${shop?.id}', 'crt_1', '${status}', 'de', 'de', 'fan${orders}@example.org', '{}', '{}',
      '-1', '', 'bank_transfer', ${amount}, 0, ${amount}, 0, 1, 1, 1)`,
    `INSERT INTO order_items (id, order_id, position, type, variant_id, event_id, descriptive_name, variant_name, amount,
      unit_cents, total_cents, vat_basis_points, physical, section_id, seat_id)
     VALUES ('oit_${orders}', 'ord_${orders}', 0, 'ticket', '${ticket?.id}', '${ticket?.event_id}', 'x', 'x', ${amount},
      1, ${amount}, 1900, 0, '${section}', ${seat === undefined ? 'NULL' : `'${seat}'`})`,
  ]
  await stores.target.d1.batch(sql.map((text) => ({ sql: text, params: [] })))
  return `R-${orders}`
}

const faultsOf = async (folder: Promise<string>) =>
  (await run(stores, await folder)).faults.map(({ message }) => message)
const blocks = async () =>
  Object.fromEntries(
    (await stores.rows('SELECT section_id, block FROM section_blocks ORDER BY 1')).map((row) => [
      row.section_id,
      row.block,
    ]),
  )
const planOf = async () => (await stores.rows('SELECT seat_plan_key, seat_plan_version, block_count FROM events'))[0]

function held(change: Partial<SeatClaim> = {}): SeatClaim {
  return { kind: 'seat', place: 'B-1', amount: 1, orderId: null, heldUntil: NOW + 60_000, ...change }
}

describe('import of a seat plan', () => {
  it('SEAT-09 sets the block of a new section, which later imports never change', async () => {
    await runWithoutFaults(stores, await seated(HALL, 4))
    expect(await blocks()).toEqual({ A: 0, B: 0, C: 1 })
    await order({ section: 'B', seat: 'B-2' })
    await runWithoutFaults(stores, await seated({ Box: ['X-1', 'X-2', 'X-3'], ...HALL, A: ['A-0', 'A-1', 'A-2'] }, 4))
    expect(await blocks()).toEqual({ A: 0, B: 0, C: 1, Box: 2 })
    await runWithoutFaults(stores, await seated({ ...HALL, Box: ['X-1', 'X-2', 'X-3'], A: ['A-0', 'A-1', 'A-2'] }))
    expect(await blocks()).toEqual({ A: 0, B: 0, C: 1, Box: 2 })
    expect(await planOf()).toMatchObject({ block_count: 3 })
  })

  it('SEAT-09 keeps the block of a section that is absent from the plan', async () => {
    await runWithoutFaults(stores, await seated(HALL, 2))
    expect(await blocks()).toEqual({ A: 0, B: 1, C: 2 })
    await runWithoutFaults(stores, await seated({ A: HALL.A ?? [], B: HALL.B ?? [] }, 2))
    expect(await planOf()).toMatchObject({ block_count: 3 })
    await runWithoutFaults(stores, await seated({ C: HALL.C ?? [], A: HALL.A ?? [], B: HALL.B ?? [] }, 2))
    expect(await blocks()).toEqual({ A: 0, B: 1, C: 2 })
    expect(await stores.rows('SELECT * FROM withdrawn_seats')).toEqual([])
  })

  it('SEAT-09 reads the blocks from the current plan if no block is stored', async () => {
    await runWithoutFaults(stores, await seated(HALL, 4))
    const forget = "UPDATE catalogue_sources SET hash = 'old' WHERE kind = 'event'"
    const former = ['DELETE FROM section_blocks', forget, 'UPDATE events SET seat_plan_version = 0']
    await stores.target.d1.batch(former.map((sql) => ({ sql, params: [] })))
    await runWithoutFaults(stores, await seated({ Box: ['X-1', 'X-2'], ...HALL }, 20))
    expect(await blocks()).toEqual({ A: 0, B: 0, C: 1, Box: 1 })
  })

  it('SEAT-05 raises the version of the plan only if the plan changes', async () => {
    await runWithoutFaults(stores, await seated(HALL))
    const first = await planOf()
    expect(first).toMatchObject({ seat_plan_version: 1 })
    await runWithoutFaults(stores, await standing({ floor: 10 }))
    expect(await planOf()).toMatchObject({ seat_plan_version: 2 })
    await runWithoutFaults(stores, await seated(HALL))
    expect(await planOf()).toEqual({ ...first, seat_plan_version: 3 })
    await runWithoutFaults(stores, await seated(HALL))
    expect(await planOf()).toMatchObject({ seat_plan_version: 3 })
  })
})

describe('sold or held seats', () => {
  beforeEach(async () => {
    await runWithoutFaults(stores, await seated(HALL))
  })

  it('SEAT-09 cannot leave the plan, and the fault names section, seats and orders', async () => {
    const first = await order({ section: 'B', seat: 'B-1' })
    const second = await order({ section: 'B', seat: 'B-2' })
    expect(await faultsOf(seated({ A: ['A-1', 'A-2'], C: ['C-1', 'C-2'] }))).toEqual([
      `section "Block B" (B): expected the seats that are sold or held to stay; 2 are gone: B-1, B-2 (order ${first}, order ${second})`,
    ])
  })

  it('SEAT-09 cannot move to another section', async () => {
    const reference = await order({ section: 'B', seat: 'B-1' })
    expect(await faultsOf(seated({ ...HALL, B: ['B-2'], C: ['C-1', 'C-2', 'B-1'] }))).toEqual([
      `section "Block B" (B): expected the seats that are sold or held to stay; 1 are in section "C": B-1 (order ${reference})`,
    ])
    expect(await faultsOf(seated({ A: ['A-1', 'A-2'], Balcony: ['B-1', 'B-2'], C: ['C-1', 'C-2'] }))).toHaveLength(1)
  })

  it.each(['cancelled', 'refunded'])(
    'SEAT-09 of a %s order can leave the plan, and are recorded as withdrawn',
    async (status) => {
      await order({ section: 'B', seat: 'B-1' }, status)
      await runWithoutFaults(stores, await seated({ ...HALL, B: ['B-2'] }))
      const withdrawn = await stores.rows('SELECT section_id, seat_id FROM withdrawn_seats')
      expect(withdrawn).toEqual([{ section_id: 'B', seat_id: 'B-1' }])
      await runWithoutFaults(stores, await seated(HALL))
      expect(await stores.rows('SELECT * FROM withdrawn_seats')).toEqual([])
    },
  )

  it('SEAT-09 cannot leave the plan while a cart holds them or an order for them is being placed', async () => {
    const smaller = seated({ ...HALL, B: ['B-2'] })
    claims = [held(), held({ place: 'A-1' })]
    const faultFor = (owner: string) =>
      `section "Block B" (B): expected the seats that are sold or held to stay; 1 are gone: B-1 (${owner})`
    expect(await faultsOf(smaller)).toEqual([faultFor('a cart')])
    claims = [held({ orderId: 'ord_unwritten', heldUntil: 0 })]
    expect(await faultsOf(smaller)).toEqual([faultFor('an order that is being placed')])
    await order({ section: 'B', seat: 'B-1' }, 'cancelled')
    claims = [held({ heldUntil: NOW }), held({ orderId: `ord_${orders}`, heldUntil: 0 })]
    expect(await faultsOf(smaller)).toEqual([])
  })

  it('SEAT-09 must be readable from the EventSeats objects if the plan loses seats, but not if it only gains seats', async () => {
    claims = null
    calls = 0
    await runWithoutFaults(stores, await seated({ ...HALL, D: ['D-1', 'D-2'] }))
    expect(calls).toBe(0)
    expect(await faultsOf(seated(HALL))).toEqual([
      'the new plan removes seats or standing places, but the holds of club-night could not be read: unreachable',
    ])
  })

  it('SEAT-09 cannot leave the plan if an order for them is written during the import', async () => {
    const { d1 } = stores.target
    const rivals: TestStores = {
      ...stores,
      target: {
        ...stores.target,
        d1: {
          ...d1,
          batch: async (statements) => {
            await order({ section: 'B', seat: 'B-1' })
            await d1.batch(statements)
          },
        },
      },
    }
    const smaller = await seated({ ...HALL, B: ['B-2'] })
    const before = await planOf()
    await expect(run(rivals, smaller)).rejects.toThrow(/withdrawn_seats_sold.*run the import again/)
    expect(await planOf()).toEqual(before)
  })
})

describe('sold or held areas', () => {
  beforeEach(async () => {
    await runWithoutFaults(stores, await standing({ floor: 10, gallery: 5 }))
  })

  it('SEAT-08 cannot be renamed or removed', async () => {
    const reference = await order({ section: 'floor', amount: 8 })
    const message = `section "Area floor" (floor): expected at least 8 places, but it is gone: 8 are sold and 0 held (order ${reference})`
    expect(await faultsOf(standing({ innenraum: 10, gallery: 5 }))).toEqual([message])
    expect(await faultsOf(standing({ gallery: 5 }))).toEqual([message])
  })

  it('SEAT-08 can shrink only to the sold and held amount', async () => {
    const reference = await order({ section: 'floor', amount: 4 })
    await order({ section: 'floor', amount: 3 }, 'cancelled')
    claims = [
      held({ kind: 'section', place: 'floor', amount: 2 }),
      held({ kind: 'section', place: 'floor', amount: 3, heldUntil: NOW }),
      held({ kind: 'section', place: 'floor', amount: 4, orderId: `ord_${orders - 1}` }),
    ]
    expect(await faultsOf(standing({ floor: 5, gallery: 5 }))).toEqual([
      `section "Area floor" (floor): expected at least 6 places, but its capacity would be 5: 4 are sold and 2 held (order ${reference})`,
    ])
    await runWithoutFaults(stores, await standing({ floor: 6, gallery: 5 }))
    const withdrawn = () => stores.rows('SELECT section_id, seat_id, capacity FROM withdrawn_seats')
    expect(await withdrawn()).toEqual([{ section_id: 'floor', seat_id: '', capacity: 6 }])
    await runWithoutFaults(stores, await standing({ floor: 20, gallery: 5 }))
    expect(await withdrawn()).toEqual([{ section_id: 'floor', seat_id: '', capacity: 20 }])
  })
})

describe('--prune', () => {
  it('SEAT-09 keeps an event with held tickets and takes it off sale', async () => {
    await runWithoutFaults(stores, await standing({ floor: 10 }))
    const without = await writeCatalogue(smallCatalogue({ events: [], bundles: [], tours: [] }))
    claims = [held({ kind: 'section', place: 'floor' })]
    const report = await runWithoutFaults(stores, without, { prune: true })
    expect(report.notes).toContain('event club-night is kept and off sale: carts or new orders may hold its tickets')
    claims = []
    await runWithoutFaults(stores, without, { prune: true })
    expect(await stores.rows('SELECT id FROM events')).toEqual([])
  })
})

it('SEAT-09 localClaims reads the holds and bookings of local objects from their storage without a server', async () => {
  const stateDir = await newFolder()
  const script = `
    import { DurableObject } from 'cloudflare:workers'
    export class EventSeats extends DurableObject {
      fetch() {
        const { sql } = this.ctx.storage
        sql.exec('CREATE TABLE claims (place TEXT, part TEXT, amount INTEGER, order_id TEXT, held_until INTEGER)')
        sql.exec("INSERT INTO claims VALUES ('B-1', '', 1, NULL, 77), ('floor', 'h', 3, 'ord_1', 88)")
        return new Response()
      }
    }
    export default { fetch: (request, env) => env.EVENT_SEATS.getByName('evt_1/1').fetch(request) }`
  const server = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: stateDir,
      workers: [
        {
          name: 'stagedoor',
          compatibilityDate: '2026-10-23',
          modules: [{ type: 'ESModule', path: 'index.js', contents: script }],
          durableObjects: { EVENT_SEATS: { className: 'EventSeats', useSQLite: true } },
        },
      ],
    }),
  )
  await server.dispatchFetch('http://shop.local/')
  await server.dispose()
  const local = localClaims(stateDir)
  try {
    expect(await local.ask({ id: 'evt_1', slug: 'club-night', blockCount: 2 })).toEqual([
      { kind: 'seat', place: 'B-1', amount: 1, orderId: null, heldUntil: 77 },
      { kind: 'section', place: 'floor', amount: 3, orderId: 'ord_1', heldUntil: 88 },
    ])
    expect(await local.ask({ id: 'evt_2', slug: 'other', blockCount: 1 })).toEqual([])
  } finally {
    await local.dispose()
  }
})
