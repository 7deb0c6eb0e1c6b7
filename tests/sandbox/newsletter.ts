/**
 * Simulates mailing lists of other companies, each identified by host and path. A list accepts a form by POST. A list whose
 * path ends in `/post-json` also accepts GET, and answers it with JSONP: a call of the function that the parameter `c`
 * names. After each accepted sign-up, the mailbox receives a confirmation mail. A list rejects a sign-up without consent,
 * and one with an address that it already has. It always rejects too-many@… and fails@….
 */
import { type Answer, jsonAnswer } from './http.ts'
import { receiveMail } from './mailbox.ts'
import type { Store } from './store.ts'

type Subscriber = { id: string; object: 'subscriber'; created: number; list: string; email: string; consent: boolean }
type SignUpResult = { status: number; result: 'success' | 'error'; msg: string }

/** Answers a sign-up. `path` starts with the list's host. */
export function answerNewsletter(
  store: Store,
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
): Answer {
  if (method === 'GET' && path.endsWith('/post-json')) {
    const { status, ...result } = signUp(store, path, query.get('EMAIL') ?? '', query.get('gdpr') === 'Y')
    const answer = jsonAnswer(result, status)
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/javascript; charset=utf-8' },
      body: `${query.get('c') ?? 'callback'}(${JSON.stringify(result)})`,
    }
  }
  if (method !== 'POST') return jsonAnswer({ msg: 'A list accepts a form' }, 405)
  const form = new URLSearchParams(body)
  const { status, ...result } = signUp(store, path, form.get('email') ?? '', form.get('accepts_terms') === 'true')
  return jsonAnswer(result, status)
}

export function listSubscribers(store: Store): Subscriber[] {
  return store.list<Subscriber>('subscriber')
}

function signUp(store: Store, list: string, email: string, consent: boolean): SignUpResult {
  const [name] = email.split('@')
  if (name === 'too-many') return { status: 429, result: 'error', msg: 'Too many subscribe attempts for this address' }
  if (name === 'fails') return { status: 500, result: 'error', msg: 'The list is closed for repairs' }
  if (!consent) return { status: 400, result: 'error', msg: 'There is no consent' }
  const id = `${list} ${email.toLowerCase()}`
  if (store.get<Subscriber>('subscriber', id)) {
    return { status: 400, result: 'error', msg: `${email} is already subscribed to list` }
  }
  const [host = ''] = list.split('/')
  const sent = receiveMail(store, {
    from: { email: `newsletter@${host}`, name: host },
    to: email,
    subject: 'Bitte bestätige deine Anmeldung',
    text: `Hallo,\n\nmit dieser Adresse hat sich jemand für den Newsletter ${list} angemeldet.\nWarst du das, dann antworte bitte auf diese Mail. Sonst musst du nichts tun.\n`,
  })
  if ('code' in sent) return { status: 500, result: 'error', msg: sent.message }
  store.put({ id, object: 'subscriber', created: Math.floor(Date.now() / 1000), list, email, consent } as Subscriber)
  return { status: 200, result: 'success', msg: 'Almost finished: please confirm by mail' }
}
