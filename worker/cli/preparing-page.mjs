/**
 * The page that the local shop's port serves until the shop's server starts. It says what is being prepared and reloads
 * itself. This module is plain JavaScript, because `bootstrap.mjs` runs it before the pinned Node is installed.
 */
import { createServer } from 'node:http'

const STAGES = {
  installing: {
    de: 'Pakete werden installiert. Das dauert etwa eine halbe Minute.',
    en: 'Packages are being installed. This takes about half a minute.',
  },
  building: {
    de: 'Der Shop wird gebaut, und der Katalog wird eingelesen.',
    en: 'The shop is being built, and the catalogue is being read.',
  },
  starting: { de: 'Der Server startet.', en: 'The server is starting.' },
}

/** Distinguishes this page from the shop's pages, which may answer 503, too. */
const MARK = 'x-preparing'
const RELOAD_SECONDS = 1

/** Polls until the shop answers. When the shop takes over the port, no server answers for a moment. That is not an error. */
const SCRIPT = `
  async function ask() {
    try {
      const answer = await fetch(location.href, { cache: 'no-store', redirect: 'manual' })
      if (!answer.headers.has('${MARK}')) return location.reload()
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      document.querySelector('main').replaceWith(page.querySelector('main'))
    } catch {}
    setTimeout(ask, ${RELOAD_SECONDS * 1000})
  }
  setTimeout(ask, ${RELOAD_SECONDS * 1000})`

/** @param {keyof typeof STAGES} stage */
function pageOf(stage) {
  const { de, en } = STAGES[stage]
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Stagedoor wird vorbereitet · Stagedoor is being prepared</title>
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.0625rem/1.5 system-ui, sans-serif; color-scheme: light dark }
  main { padding: 2rem; max-width: 34rem }
  h1 { font-size: 1.375rem; margin: 0 0 .25rem }
  p { margin: 0 0 .25rem }
  section + section { margin-top: 2rem }
</style>
</head>
<body>
<main aria-live="polite">
<section lang="de"><h1>Stagedoor wird vorbereitet</h1><p>${de}</p><p>Diese Seite lädt sich von selbst neu.</p></section>
<section lang="en"><h1>Stagedoor is being prepared</h1><p>${en}</p><p>This page reloads by itself.</p></section>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

/**
 * Serves the page on `port` of the loopback interface. Rejects if the port is in use.
 * @param {number} port
 */
export function servePreparingPage(port) {
  /** @type {keyof typeof STAGES} */
  let stage = 'installing'
  const server = createServer((request, response) => {
    response.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RELOAD_SECONDS),
      [MARK]: stage,
    })
    response.end(request.method === 'HEAD' ? undefined : pageOf(stage))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        /** @param {keyof typeof STAGES} next */
        show(next) {
          stage = next
        },
        /** Resolves once the port is free. */
        close: () =>
          new Promise((closed) => {
            server.close(closed)
            server.closeAllConnections()
          }),
      }),
    )
  })
}
