/**
 * Writes a page into the built index.html: language, head, design stylesheet, first view and data. The file and the
 * manifest come from the assets binding and are read once per isolate.
 */
import type { Locale } from '../../schema/locale.ts'
import { FIRST_VIEW_END_ID, MAIN_ID, PAGE_DATA_ELEMENT_ID, type PageData } from '../../schema/page-data.ts'
import type { QueuedSession } from '../../schema/waiting-room.ts'
import { escapeHtml } from '../domain/text/escape-html.ts'
import type { Env } from '../env.ts'
import { designLook } from '../mail/design-look.ts'
import { bandIcon } from './band-icon.ts'
import { type BuiltFiles, scriptsOf } from './built-scripts.ts'
import type { headOf } from './head.ts'
import { cutTemplate, fillTemplate, inlineJson, type PageTemplate } from './page-template.ts'

const SHORTEST_REFRESH_SECONDS = 5
const LONGEST_REFRESH_SECONDS = 40

/** The source of the application, which the page's first script loads after the first view is painted. */
const APPLICATION = 'boot/main.tsx'

const NOT_LOADED: Record<Locale, { text: string; reload: string }> = {
  de: { text: 'Diese Seite ist nicht ganz geladen. Lade sie bitte neu.', reload: 'Neu laden' },
  en: { text: 'This page has not loaded completely. Please reload it.', reload: 'Reload' },
}

type Shell = { data: PageData; head: ReturnType<typeof headOf>; design: string }

type Built = {
  template: PageTemplate
  manifest: BuiltFiles
  start: string
  /** By the address of the design's stylesheet. A build has a dozen designs. */
  styles: Map<string, Promise<DesignStyle>>
}

/** The style element of a design, and the hash by which the page's policy allows it; no hash for a linked stylesheet. */
type DesignStyle = { html: string; hash: string | null }

let built: Built | null = null

async function readBuilt(env: Env): Promise<Built> {
  if (built) return built
  const [html, manifest] = await Promise.all([
    env.ASSETS.fetch('https://assets.local/index.html').then((answer) => answer.text()),
    env.ASSETS.fetch('https://assets.local/.vite/manifest.json').then((answer) => answer.json<BuiltFiles>()),
  ])
  const scripts = [...scriptsOf(manifest, APPLICATION)]
  built = {
    template: cutTemplate(html),
    manifest,
    start: scripts.map((file) => `/${file}`).join(' '),
    styles: new Map(),
  }
  return built
}

/**
 * Returns the address of a design's stylesheet. If the build has no such design, returns the plain design's stylesheet.
 */
export async function designStylesheet(env: Env, design: string): Promise<string | null> {
  return (await builtFile(env, `designs/${design}.css`)) ?? builtFile(env, 'designs/plain.css')
}

/**
 * A design is a few kilobytes, so the page contains it. A link would make the first paint wait for a second request. In
 * development, Vite replaces linked stylesheets when they change.
 */
async function designStyle(env: Env, design: string): Promise<DesignStyle> {
  const address = await designStylesheet(env, design)
  if (address === null) return { html: '', hash: null }
  if (!address.startsWith('/assets/')) return linkedStyle(address)
  const { styles } = await readBuilt(env)
  const known = styles.get(address) ?? readStyle(env, address)
  styles.set(address, known)
  return known.catch(() => {
    styles.delete(address)
    return linkedStyle(address)
  })
}

function linkedStyle(address: string): DesignStyle {
  return { html: `<link rel="stylesheet" href="${escapeHtml(address)}" id="design">`, hash: null }
}

async function readStyle(env: Env, address: string): Promise<DesignStyle> {
  const answer = await env.ASSETS.fetch(`https://assets.local${address}`)
  const css = await answer.text()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  // The style element would end early.
  if (css.includes('</')) return linkedStyle(address)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css)))
  return { html: `<style id="design">${css}</style>`, hash: `sha256-${btoa(String.fromCharCode(...digest))}` }
}

/** The address of the built file of a web source; null if the build has no such source. */
export async function builtFile(env: Env, source: string): Promise<string | null> {
  const { manifest } = await readBuilt(env)
  const entry = manifest[source]
  return entry ? `/${entry.file}` : null
}

/**
 * In a browser without scripts, the page polls the queue by reloading. The entry is in a cookie, so the visitor keeps the
 * position.
 */
function refreshWithoutScripts({ queue }: QueuedSession): string {
  const seconds = Math.min(LONGEST_REFRESH_SECONDS, Math.ceil(queue?.pollAfterSeconds ?? LONGEST_REFRESH_SECONDS))
  return `<noscript><meta http-equiv="refresh" content="${Math.max(SHORTEST_REFRESH_SECONDS, seconds)}"></noscript>`
}

/**
 * Makes the browser wait with its first paint until it has parsed the parts that would shift while they arrive: the header, and
 * what precedes a `FirstViewEnd`. Chromium waits only for the start tag of the element that the link names.
 */
function firstPaint(firstView: string): string {
  const id = [FIRST_VIEW_END_ID, MAIN_ID].find((each) => firstView.includes(`id="${each}"`))
  return id ? `<link rel="expect" href="#${id}" blocking="render">` : ''
}

/** The page's first script shows the only template of the body if the application's scripts cannot be loaded, as when a connection breaks. */
function notLoaded(locale: Locale): string {
  const { text, reload } = NOT_LOADED[locale]
  return `<template><div role="alert" class="not-loaded"><p>${text}</p><a href="" class="button-primary">${reload}</a></div></template>`
}

/**
 * `firstView` is the rendered HTML that the browser hydrates; empty if only the browser renders the page. `styleHash` is that
 * of the page's style element, for its content security policy.
 */
export async function renderShell(
  env: Env,
  { data, head, design }: Shell,
  firstView: string,
): Promise<{ html: string; styleHash: string | null }> {
  const { template, start } = await readBuilt(env)
  const style = await designStyle(env, design)
  const links = [
    style.html,
    firstPaint(firstView),
    ...(head.canonical ? [`<link rel="canonical" href="${escapeHtml(head.canonical)}">`] : []),
    ...head.alternates.map(
      ({ hreflang, href }) => `<link rel="alternate" hreflang="${escapeHtml(hreflang)}" href="${escapeHtml(href)}">`,
    ),
  ]
  const look = designLook(design)
  const metas = head.meta.map(
    ({ key, name, content }) => `<meta ${key}="${escapeHtml(name)}" content="${escapeHtml(content)}">`,
  )
  const structured = head.jsonLd.map((value) => `<script type="application/ld+json">${inlineJson(value)}</script>`)
  metas.push(`<meta name="theme-color" content="${look.colours.ground}">`)
  const refresh = data.waiting ? [refreshWithoutScripts(data.waiting)] : []
  const json = `<script type="application/json" id="${PAGE_DATA_ELEMENT_ID}">${inlineJson(data)}</script>`
  const html = fillTemplate(template, {
    language: () => `<html lang="${escapeHtml(data.locale)}" data-design="${escapeHtml(design)}">`,
    script: (was) => `${was.slice(0, -1)} data-start="${escapeHtml(start)}">`,
    icon: (was) => {
      if (head.favicon !== null) return `<link rel="icon" href="${escapeHtml(head.favicon)}" type="image/png">`
      return data.shop.isBand ? `<link rel="icon" href="${bandIcon(data.shop.name, look)}" type="image/svg+xml">` : was
    },
    title: () => `<title>${escapeHtml(head.title)}</title>`,
    head: (was) => [...links, ...metas, ...refresh, ...structured, was].join(''),
    view: () => `<div id="root">${firstView}</div>`,
    end: (was) => notLoaded(data.locale) + json + was,
  })
  return { html, styleHash: style.hash }
}
