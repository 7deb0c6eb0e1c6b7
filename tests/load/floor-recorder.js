/**
 * Wraps the built worker and records its D1 queries and the last mail, so that the floor (`floor-worker.js`) can repeat
 * them. A trip is one query or one batch. /recorded-trips returns the recorded trips and clears them. /recorded-mail returns
 * the last mail.
 */
import worker, { Cart as BuiltCart } from './index.js'

export * from './index.js'

let trips = []
let mail = null

class Statement {
  constructor(real, text, values) {
    this.real = real
    this.text = text
    this.values = values
  }

  bind(...values) {
    return new Statement(this.real.bind(...values), this.text, values)
  }

  record() {
    trips.push([{ text: this.text, values: this.values }])
    return this.real
  }

  all() {
    return this.record().all()
  }

  run() {
    return this.record().run()
  }

  raw(options) {
    return this.record().raw(options)
  }

  first(column) {
    return column === undefined ? this.record().first() : this.record().first(column)
  }
}

function recordingOf(database) {
  return {
    prepare: (text) => new Statement(database.prepare(text), text, []),
    batch: (statements) => {
      trips.push(statements.map(({ text, values }) => ({ text, values })))
      return database.batch(statements.map(({ real }) => real))
    },
    withSession: (constraint) => recordingOf(database.withSession(constraint)),
    getBookmark: () => database.getBookmark(),
  }
}

let recording

/** The recording bindings are created once per isolate, because the worker caches a handle for each binding object. */
function recordingEnv(env) {
  recording ??= { ...env, DB: recordingOf(env.DB), EMAIL: { send: (sent) => recordMail(env, sent) } }
  return recording
}

function recordMail(env, sent) {
  mail = sent
  return env.EMAIL.send(sent)
}

export class Cart extends BuiltCart {
  constructor(ctx, env) {
    super(ctx, recordingEnv(env))
  }
}

export default {
  fetch(request, env, execution) {
    const { pathname } = new URL(request.url)
    if (pathname === '/recorded-mail') return Response.json(mail)
    if (pathname !== '/recorded-trips') return worker.fetch(request, recordingEnv(env), execution)
    const recorded = trips
    trips = []
    return Response.json(recorded)
  },
  queue: (batch, env) => worker.queue(batch, recordingEnv(env)),
  scheduled: (controller, env) => worker.scheduled(controller, recordingEnv(env)),
}
