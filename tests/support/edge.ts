/** Requests pages from the worker without a build. The HTML shell is minimal, and cookies persist between requests. */
import { createExecutionContext } from 'cloudflare:test'
import type { Env } from '../../worker/env.ts'
import { serve } from '../../worker/http/app.ts'
import { cookiesSetBy } from './set-cookies.ts'
import { testEnv } from './test-env.ts'

const SHELL =
  '<!doctype html><html lang="de"><head><meta charset="utf-8"><title></title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><script type="module" src="/boot.js"></script></head><body><div id="root"></div></body></html>'

/** Replaces the built files. HTML files contain the shell, and other files contain `{}`. */
export const ASSETS = {
  fetch: async (input: RequestInfo | URL) =>
    new Response(String(input instanceof Request ? input.url : input).endsWith('.html') ? SHELL : '{}'),
  connect: () => {
    throw new Error('assets support only fetch')
  },
}

export type EdgeAnswer = { status: number; headers: Headers; body: string }

export class Browser {
  /** Cookies by name, without the prefix `__Host-`, which the shop adds on https and on localhost. */
  readonly cookies = new Map<string, string>()
  private readonly prefix: string
  /** The worker's bindings, with the assets above and the variables of the test. */
  readonly bindings: Env
  private readonly origin: string

  constructor(origin = 'http://localhost:8787', variables: Partial<Env> = {}) {
    this.origin = origin
    this.prefix = /^https:|localhost/.test(origin) ? '__Host-' : ''
    this.bindings = { ...testEnv, ASSETS, ...variables }
  }

  async open(path: string, init: RequestInit = {}): Promise<EdgeAnswer> {
    const response = await this.fetch(path, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  /** Like `open`, for an answer that is no text. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${this.prefix}${name}=${value}`).join('; '))
    const request = new Request(this.origin + path, { redirect: 'manual', ...init, headers })
    const response = await serve(request, this.bindings, createExecutionContext())
    for (const [name, value] of cookiesSetBy(response)) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  post(path: string, fields: Record<string, string>): Promise<EdgeAnswer> {
    return this.open(path, { method: 'POST', body: new URLSearchParams(fields) })
  }
}
