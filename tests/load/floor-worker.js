/**
 * The floor makes the platform calls of the shop's requests and does nothing else. Its D1 queries, its mail and its answers
 * were recorded from the shop. The objects take the same steps as `durable/cart` and `durable/event-seats`, in the same
 * sequence and with rows of the same size. A change there must be repeated here.
 *
 * The rate limits are called as in `graphql/cart`. Each call costs a round trip and a row, because miniflare counts the calls
 * in an object with a table.
 */
import { DurableObject } from 'cloudflare:workers'
import recordedText from './recorded.txt'

const recorded = JSON.parse(recordedText)
const MINUTE = 60_000
const HOLD_MS = 120 * MINUTE

/** `drain-outbox` leases at most this number of mail rows at once. */
const BATCH_SIZE = 20

const filled = (value, fresh) => (Array.isArray(value) ? value[0] + fresh[value[1]] : value)

/** Sends one recorded query or batch to D1. `fresh` contains the values that differ in each order. Its keys are their names in the recording, such as `number`. */
function query(database, trip, fresh = {}) {
  const statements = trip.map(({ text, values }) =>
    database.prepare(text).bind(...values.map((value) => filled(value, fresh))),
  )
  return statements.length === 1 ? statements[0].raw() : database.batch(statements)
}

/** Reads use a D1 session, as in the shop. */
async function read({ DB }, trips) {
  const session = DB.withSession('first-unconstrained')
  const rows = []
  for (const trip of trips) rows.push(await query(session, trip))
  return rows
}

/** Extends a query that was recorded for one order to several orders: the list `in (?)` gets the ids of all of them. */
function forOrders(trip, orders) {
  return trip.map(({ text, values }) => {
    const at = text.indexOf('in (?)')
    const index = text.slice(0, at).split('?').length - 1
    if (at < 0 || !Array.isArray(values[index])) return { text, values }
    const ids = orders.map((order) => filled(values[index], order))
    return { text: text.replace('in (?)', `in (${ids.map(() => '?')})`), values: values.toSpliced(index, 1, ...ids) }
  })
}

/** Works like `drain-outbox`: most queries cover all rows, but each order takes its own mail slot and sends its own mail. */
async function followUp(env, orders) {
  for (const trip of recorded.followUp) {
    if (trip.some(({ text }) => text.includes('in (?)'))) await query(env.DB, forOrders(trip, orders))
    else await Promise.all(orders.map((order) => mailOrder(env, trip, order)))
  }
}

async function mailOrder(env, takeSlot, order) {
  await query(env.DB, takeSlot, order)
  await env.EMAIL.send({ ...recorded.mail, to: `floor-${order.number}@example.org` })
}

/** Counts a request against several rate limits. Callers pass the cart's id, as if each cart had its own network. */
function count(limits, network) {
  return Promise.all(limits.map((limit) => limit.limit({ key: network })))
}

function answer(body) {
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } })
}

function itemOf(claim) {
  return {
    ...{ id: crypto.randomUUID(), variantId: 'var_00000000000000000000000000', productId: null },
    ...{ eventId: 'evt_00000000000000000000000000', amount: 1, bundleKey: null, bundleProductId: null },
    ...{ bundleOption: null, personalIdentifier: null, presaleCodeId: null, addedAt: Date.now() },
    hold: { holdId: claim, kind: 'seat', place: claim, amount: 1, row: '1', number: '1', block: 0 },
  }
}

const newRecord = (id) => ({
  state: {
    ...{
      id,
      reference: id.slice(-10),
      version: 1,
      countryCode: 'de',
      items: [],
      heldUntil: null,
      holdsExtended: false,
    },
    ...{ holdPeriods: [], sessionExpiresAt: Date.now() + 15 * MINUTE },
  },
  ...{ answers: [], seatObjects: [], wakeAt: null },
})

export class Cart extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env)
    this.records = new Map()
  }

  /** `prefix` is empty if the object belongs to one cart. */
  recordOf(id, prefix) {
    let record = this.records.get(id)
    if (record) return record
    record = this.ctx.storage.kv.get(`${prefix}cart`) ?? newRecord(id)
    this.ctx.storage.kv.get(`${prefix}saga`)
    this.records.set(id, record)
    return record
  }

  save(record, prefix) {
    this.records.set(record.state.id, record)
    if (record.wakeAt === null) {
      record.wakeAt = Date.now() + 60 * MINUTE
      void this.ctx.storage.setAlarm(record.wakeAt)
    }
    this.ctx.storage.kv.put(`${prefix}cart`, record)
  }

  /** Works like `addItems`: records the seat object, holds the ticket, and stores the item and the answer. */
  async hold(id, place, isSeat, key, prefix) {
    const record = this.recordOf(id, prefix)
    if (record.seatObjects.length === 0) {
      record.seatObjects.push({ eventId: 'evt_00000000000000000000000000', block: 0 })
      this.save(record, prefix)
    }
    const answer = await this.env.SEATS.getByName(isSeat ? 'seats' : 'area').hold(id, place, isSeat, key)
    record.state.items.push(itemOf(answer.holdId))
    record.state.heldUntil = answer.heldUntil
    record.state.holdPeriods = [
      { eventId: 'evt_00000000000000000000000000', since: Date.now(), until: answer.heldUntil },
    ]
    record.answers.push({ key, digest: 'x'.repeat(43), answer: { ok: true, shifted: false }, at: Date.now() })
    this.save(record, prefix)
    return record.state
  }

  /** Works like `readCart` and `readDetails`. */
  async look(id) {
    return this.recordOf(id, '').state
  }

  /** Works like `saveDetails`: the details have their own value. */
  async saveDetails(id, details) {
    this.recordOf(id, '')
    const stored = this.ctx.storage.kv.get('details') ?? { details: null, keys: [] }
    this.ctx.storage.kv.put('details', { details, keys: [...stored.keys, { key: id, digest: 'x'.repeat(43) }] })
  }

  /** Works like `extendHolds`: the seat object extends the hold, and the cart stores the new end and the answer. */
  async extend(id, key) {
    const record = this.recordOf(id, '')
    const [item] = record.state.items
    record.state.heldUntil = await this.env.SEATS.getByName('area').extend(item.hold.holdId)
    record.answers.push({ key, digest: 'x'.repeat(43), answer: { ok: true, shifted: false }, at: Date.now() })
    this.save(record, '')
  }

  /** Works like `placeOrder`: stores the saga, books the ticket, writes one D1 batch, saves the cart and ends the saga. */
  async order(id, key) {
    const record = this.recordOf(id, '')
    const fresh = { number: String(Math.random()).slice(2, 12).padEnd(10, '0') }
    this.ctx.storage.kv.put('saga', { saga: { key, step: 'reserved', draft: recorded.order }, digest: 'x'.repeat(43) })
    void this.ctx.storage.setAlarm(Date.now() + 5_000)
    const [item] = record.state.items
    await this.env.SEATS.getByName('area').book(item.hold.holdId, fresh.number)
    await query(this.env.DB, recorded.order, fresh)
    record.state = { ...record.state, items: [], heldUntil: null, holdPeriods: [], boughtFrom: record.seatObjects }
    record.answers.push({ key, digest: 'x'.repeat(43), answer: { ok: true, orderId: fresh.number }, at: Date.now() })
    record.seatObjects = []
    record.wakeAt = null
    this.save(record, '')
    this.ctx.storage.kv.delete('saga')
    this.ctx.waitUntil(this.env.OUTBOX.sendBatch([{ body: fresh }]))
    return fresh
  }

  /** Without this handler, `setAlarm` would reject and store nothing, so the floor would do less than the shop. */
  async alarm() {}
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS claims (
    place TEXT NOT NULL, part TEXT NOT NULL, hold_id TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0),
    category INTEGER NOT NULL, cart_id TEXT, order_id TEXT, epoch INTEGER NOT NULL, held_until INTEGER NOT NULL,
    extended INTEGER NOT NULL, presale_code_id TEXT, PRIMARY KEY (place, part)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS answers (
    hour INTEGER NOT NULL, cart_id TEXT NOT NULL, request_key TEXT NOT NULL, wish TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (hour, cart_id, request_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS released_orders (order_id TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID;`

export class Seats extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env)
    ctx.storage.sql.exec(TABLES)
    this.claims = new Map()
  }

  async hold(cartId, place, isSeat, requestKey) {
    const { sql } = this.ctx.storage
    const now = Date.now()
    const hour = Math.floor(now / (60 * MINUTE))
    const found = 'SELECT wish, answer FROM answers WHERE hour IN (?, ?) AND cart_id = ? AND request_key = ?'
    sql.exec(found, hour, hour - 1, cartId, requestKey).toArray()
    const holdId = crypto.randomUUID()
    const answer = { ok: true, heldUntil: now + HOLD_MS, shifted: false, holds: [itemOf(holdId).hold], holdId }
    const part = isSeat ? '' : holdId
    this.ctx.storage.transactionSync(() => {
      sql.exec(
        'INSERT INTO claims VALUES (?1, ?2, ?3, 1, 1, ?4, NULL, 0, ?5, 0, NULL) ON CONFLICT (place, part) DO UPDATE SET hold_id = ?3 WHERE claims.order_id IS NULL AND claims.held_until <= ?6',
        ...[place, part, holdId, cartId, answer.heldUntil, now],
      )
      sql.exec('INSERT INTO answers VALUES (?, ?, ?, ?, ?)', hour, cartId, requestKey, place, JSON.stringify(answer))
    })
    this.claims.set(holdId, [place, part])
    if (!this.alarmAt) {
      this.alarmAt = answer.heldUntil
      void this.ctx.storage.setAlarm(this.alarmAt)
    }
    return answer
  }

  async extend(holdId) {
    const [place, part] = this.claims.get(holdId)
    const until = Date.now() + HOLD_MS
    this.ctx.storage.transactionSync(() =>
      this.ctx.storage.sql.exec(
        'UPDATE claims SET held_until = ?4, extended = 1 WHERE place = ?1 AND part = ?2 AND hold_id = ?3',
        ...[place, part, holdId, until],
      ),
    )
    return until
  }

  async book(holdId, orderId) {
    const { sql } = this.ctx.storage
    sql.exec('SELECT epoch FROM released_orders WHERE order_id = ?', orderId).toArray()
    const [place, part] = this.claims.get(holdId)
    this.ctx.storage.transactionSync(() =>
      sql.exec(
        'UPDATE claims SET cart_id = ?4, order_id = ?5, epoch = ?6, held_until = ?7, extended = ?8 WHERE place = ?1 AND part = ?2 AND hold_id = ?3',
        ...[place, part, holdId, null, orderId, 1, 0, 0],
      ),
    )
    return { ok: true }
  }

  async alarm() {}
}

/** Maps a cart's id to a number from 0 to `count` - 1. The same id always gives the same number. */
function shareOf(id, count) {
  let sum = 0
  for (const sign of id) sum = (sum * 31 + sign.charCodeAt(0)) % 1_000_003
  return sum % count
}

async function hold(request, env) {
  const { cart, place, isSeat, key, objects } = await request.json()
  const name = objects === 0 ? cart : `many-${shareOf(cart, objects)}`
  await count([env.HOLD_TRIES, env.HOLD_TRIES_WIDE], cart)
  await env.CART.getByName(name).hold(cart, place, isSeat, key, objects === 0 ? '' : `${cart}:`)
  return answer(recorded.holdAnswer)
}

async function order(request, env) {
  const { cart, key } = await request.json()
  await count([env.ORDER_TRIES, env.ORDER_TRIES_WIDE], cart)
  await env.CART.getByName(cart).order(cart, key)
  return answer(recorded.orderAnswer)
}

/** One of the requests of a checkout beside the hold and the order. */
async function step(request, env) {
  const { cart, name, key } = await request.json()
  const { trips, answer: body } = recorded.steps[name]
  const object = env.CART.getByName(cart)
  if (name === 'details') await object.saveDetails(cart, recorded.steps.details.answer)
  else if (name === 'extend') await object.extend(cart, key)
  else if (name !== 'show') await object.look(cart)
  await read(env, trips)
  return answer(body)
}

export default {
  async fetch(request, env) {
    switch (new URL(request.url).pathname) {
      case '/list':
        await read(env, recorded.list)
        return new Response(recorded.queryAnswer.body, recorded.queryAnswer)
      case '/page':
        await read(env, recorded.page)
        return new Response(recorded.pageAnswer.body, recorded.pageAnswer)
      case '/ready-query':
        return new Response(recorded.queryAnswer.body, recorded.queryAnswer)
      case '/ready-page':
        return new Response(recorded.pageAnswer.body, recorded.pageAnswer)
      case '/hold':
        return hold(request, env)
      case '/order':
        return order(request, env)
      case '/step':
        return step(request, env)
      default:
        return new Response('no such path', { status: 404 })
    }
  },
  async queue(batch, env) {
    const orders = batch.messages.map(({ body }) => body)
    for (let start = 0; start < orders.length; start += BATCH_SIZE)
      await followUp(env, orders.slice(start, start + BATCH_SIZE))
    batch.ackAll()
  },
}
