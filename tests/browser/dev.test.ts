/** Runs `npm run dev` on a copy of the repository and changes its files, while a fan with a cart has a page open. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, launchBrowser, newVisitor } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { writeJourneyCatalogue } from '../support/journey-catalogue.ts'
import { fanOf } from './fan.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['schema', 'worker', 'web', 'migrations', 'tests/sandbox', 'package.json', 'package-lock.json']
const SETTINGS = ['wrangler.toml', 'vite.config.ts', 'vite.render.ts']
const TIMEOUT_MS = 60_000
/** The test waits for a dozen rebuilds. Each wait has its own limit and says what it waits for. */
const ALL_CHANGES_MS = 6 * TIMEOUT_MS

/** A running development shop. `folder` is its copy of the repository. */
type DevShop = { url: string; folder: string; output(): string; close(): Promise<void> }

async function openDevShop(): Promise<DevShop> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-dev-'))
  const typeSettings = (await readdir(ROOT)).filter((name) => name.startsWith('tsconfig'))
  for (const name of [...SOURCES, ...SETTINGS, ...typeSettings])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const demo = join(folder, 'tests/fixtures/demo')
  await mkdir(demo, { recursive: true })
  await writeJourneyCatalogue(demo)
  const port = await freePort()
  const child = spawn(process.execPath, ['worker/cli/bootstrap.mjs', 'worker/cli/dev.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SKIP_INSTALL: '1',
      STATE_DIR: join(folder, '.state'),
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
    },
  })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('Stagedoor is open')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(`npm run dev ended:\n${output}`)))
  })
  return {
    url: `http://localhost:${port}`,
    folder,
    output: () => output,
    async close() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let shop: DevShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openDevShop(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

async function change(file: string, from: string, to: string): Promise<void> {
  const path = join(shop.folder, file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
  await writeFile(path, text.replace(from, to))
}

describe('npm run dev', () => {
  it('applies each kind of change without a manual reload, and keeps the cart', { timeout: ALL_CHANGES_MS }, async ({
    annotate,
  }) => {
    const { page, faults } = await newVisitor(browser, DESKTOP)
    page.setDefaultTimeout(TIMEOUT_MS)
    const fan = fanOf(page, 'de')
    const cartButton = page.getByRole('button', { name: /^Warenkorb: 1 Artikel/ })
    const heading = fan.main.getByRole('heading', { level: 1 })
    const seconds: Record<string, string> = {}
    const expectShown = async (kind: string, edit: () => Promise<void>, isShown: () => Promise<unknown>) => {
      const begun = performance.now()
      await edit()
      await isShown()
      seconds[kind] = ((performance.now() - begun) / 1000).toFixed(1)
      await cartButton.waitFor()
    }

    const titleOf = async (path: string) =>
      /<title>([^<]*)/.exec(await (await fetch(shop.url + path)).text())?.[1] ?? ''
    const address = `${shop.url}/nachtwerk/products/nachtwerk-cap`
    await page.goto(address)
    // The header's cart button appears once the page is hydrated. The development server loads the script that records
    // earlier presses after the page's load event, so a press before it would be lost.
    await page.getByRole('banner').getByRole('button', { name: 'Warenkorb' }).waitFor()
    await fan.press(fan.words.addToCart)
    await cartButton.waitFor()

    const product = 'web/routes/product/product.tsx'
    await expectShown(
      'component',
      () => change(product, '<FittedTitle text={product.name}', '<FittedTitle text={"Neu: " + product.name}'),
      () => heading.filter({ hasText: /^Neu: / }).waitFor(),
    )
    await expectShown(
      'text',
      () =>
        change('web/i18n/de/catalogue.json', '"product_add": "In den Warenkorb"', '"product_add": "Ab in die Tasche"'),
      () => fan.main.getByRole('button', { name: 'Ab in die Tasche' }).waitFor(),
    )
    await expectShown(
      'title of a page',
      () => change('web/i18n/de/common.json', '"shell_faq": "', '"shell_faq": "Neu: '),
      () => expect.poll(() => titleOf('/nachtwerk/faq'), { timeout: TIMEOUT_MS }).toMatch(/^Neu: /),
    )
    await expectShown(
      'base style',
      () => change('web/styles/shell.css', '@layer', 'h1 { letter-spacing: 7px !important }\n@layer'),
      () => expect.poll(() => heading.evaluate((h1) => getComputedStyle(h1).letterSpacing)).toBe('7px'),
    )
    await expectShown(
      'design',
      () => change('web/designs/plain.css', ':root', 'h1 { word-spacing: 9px !important }\n:root'),
      () => expect.poll(() => heading.evaluate((h1) => getComputedStyle(h1).wordSpacing)).toBe('9px'),
    )
    await expectShown(
      'resolver',
      () => change('worker/graphql/shop.ts', 'name: shop.name,', "name: shop.name + ' Neu',"),
      () => page.waitForFunction(() => document.title.endsWith(' Neu')),
    )
    await expectShown(
      'Durable Object',
      () => change('worker/durable/cart.ts', 'super(ctx, env)\n', "super(ctx, env)\n    console.log('the new cart')\n"),
      () => expect.poll(() => shop.output(), { timeout: TIMEOUT_MS }).toContain('the new cart'),
    )
    await expectShown(
      'operation',
      () => change('schema/operations/shop.graphql', '    name\n', '    name\n    again: name\n'),
      () => expect.poll(async () => (await fetch(address)).text(), { timeout: TIMEOUT_MS }).toContain('"again":'),
    )

    // The server renders the changed component and text, too.
    const html = await (await fetch(address)).text()
    expect(html).toMatch(/<h1[^>]*>Neu: /)
    expect(html).toContain('Ab in die Tasche')
    await page.reload()
    await heading.filter({ hasText: /^Neu: / }).waitFor()
    await cartButton.waitFor()
    expect(faults).toEqual([])
    await annotate(`seconds until shown: ${JSON.stringify(seconds)}`)
  })
})
