/**
 * Mailing lists of others, each known by its host and path: one takes a form by POST, a mailing service's `/post-json` is
 * asked by GET and answers in a call of the function named by `c`. Both write to who signs up, as real ones do. An address
 * may order an answer: too-many@…, fails@… and whoever is already on the list.
 */
import { type Answer, jsonAnswer } from './http.ts'
import { receiveMail } from './mailbox.ts'
import type { Store } from './store.ts'

type Subscriber = { id: string; object: 'subscriber'; created: number; list: string; email: string; consent: boolean }
type Told = { status: number; result: 'success' | 'error'; msg: string }

/** `path` begins with the list's host. */
export function answerNewsletter(
  store: Store,
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
): Answer {
  if (method === 'GET' && path.endsWith('/post-json')) {
    const { status, ...told } = signUp(store, path, query.get('EMAIL') ?? '', query.get('gdpr') === 'Y')
    const answer = jsonAnswer(told, status)
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/javascript; charset=utf-8' },
      body: `${query.get('c') ?? 'callback'}(${JSON.stringify(told)})`,
    }
  }
  if (method !== 'POST') return jsonAnswer({ msg: 'A list takes a form' }, 405)
  const form = new URLSearchParams(body)
  const { status, ...told } = signUp(store, path, form.get('email') ?? '', form.get('accepts_terms') === 'true')
  return jsonAnswer(told, status)
}

export function listSubscribers(store: Store): Subscriber[] {
  return store.list<Subscriber>('subscriber')
}

function signUp(store: Store, list: string, email: string, consent: boolean): Told {
  const [name] = email.split('@')
  if (name === 'too-many') return { status: 429, result: 'error', msg: 'Too many subscribe attempts for this address' }
  if (name === 'fails') return { status: 500, result: 'error', msg: 'The list is closed for repairs' }
  if (!consent) return { status: 400, result: 'error', msg: 'There is no consent' }
  const id = `${list} ${email.toLowerCase()}`
  if (store.get<Subscriber>('subscriber', id)) {
    return { status: 400, result: 'error', msg: `${email} is already subscribed to list` }
  }
  store.put({ id, object: 'subscriber', created: Math.floor(Date.now() / 1000), list, email, consent } as Subscriber)
  const [host = ''] = list.split('/')
  receiveMail(store, {
    from: { email: `newsletter@${host}`, name: host },
    to: email,
    subject: 'Bitte bestätige deine Anmeldung',
    text: `Hallo,\n\nmit dieser Adresse hat sich jemand für den Newsletter ${list} angemeldet.\nWarst du das, dann antworte bitte auf diese Mail. Sonst musst du nichts tun.\n`,
  })
  return { status: 200, result: 'success', msg: 'Almost finished: please confirm by mail' }
}
