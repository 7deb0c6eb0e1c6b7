/**
 * Compiles the messages of web/i18n/{de,en}/*.json into typed functions, one module a message, so that a route carries
 * only its own texts. The project file that the compiler wants is written beside the installed packages: it keeps its
 * notes there, and the plugin that reads the messages comes from the disk and not from a CDN.
 * Run by the build; `npm run i18n` does it alone, for types and tests. `npm run dev` calls it at each change.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compile } from '@inlang/paraglide-js'

const HERE = import.meta.dirname
const MODULES = join(HERE, '../../node_modules')
const CACHE = join(MODULES, '.cache/stagedoor')
const PROJECT = join(CACHE, 'project.inlang')
const OUT = join(HERE, 'generated')

/** Relative to the folder that the project stands in. */
function fromCache(path: string): string {
  return `./${relative(CACHE, path)}`
}

/** What the last compilation wrote. */
export type Compilation = Awaited<ReturnType<typeof compile>>

/** Writes all modules; after a `previous` compilation only those that differ. */
export async function compileMessages(previous?: Compilation): Promise<Compilation> {
  const features = readdirSync(join(HERE, 'de')).filter((file) => file.endsWith('.json'))
  mkdirSync(PROJECT, { recursive: true })
  writeFileSync(
    join(PROJECT, 'settings.json'),
    JSON.stringify({
      baseLocale: 'de',
      locales: ['de', 'en'],
      telemetry: 'off',
      modules: [fromCache(join(MODULES, '@inlang/plugin-message-format/dist/index.js'))],
      'plugin.inlang.messageFormat': {
        pathPattern: features.map((file) => fromCache(join(HERE, '{locale}', file))),
      },
    }),
  )
  const compilation = await compile({
    project: PROJECT,
    outdir: OUT,
    emitReadme: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    cleanOutdir: previous === undefined,
    ...(previous && { previousCompilation: previous }),
  })
  // What follows does not depend on the messages.
  if (!previous) replaceRuntime()
  return compilation
}

/** The compiler's runtime knows cookies, addresses and servers; the messages only ask for the current language. */
const RUNTIME = `/** @typedef {'de' | 'en'} Locale */
/** @typedef {string} LocalizedString */
/**
 * @template Inputs, Options, Markup
 * @typedef {{}} MessageMetadata
 */
export const experimentalStaticLocale = undefined
/** @type {() => Locale} */
let read = () => 'de'
export const getLocale = () => read()
/** @param {() => Locale} locale */
export const overwriteGetLocale = (locale) => {
  read = locale
}
`

/** A rule for plurals takes longer to make than all the rest of a message; there are two of them. */
const MADE_PLURALS = 'new Intl.PluralRules(locale, options)'
const PLURALS = `
/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map()

/** @type {(locale: string, options?: Intl.PluralRulesOptions) => Intl.PluralRules} */
function pluralRules(locale, options) {
  const key = \`\${locale} \${JSON.stringify(options)}\`
  const known = rules.get(key)
  if (known) return known
  const rule = ${MADE_PLURALS}
  rules.set(key, rule)
  return rule
}
`

function replaceRuntime(): void {
  rmSync(join(OUT, 'server.js'))
  writeFileSync(join(OUT, 'runtime.js'), RUNTIME)
  const registry = join(OUT, 'registry.js')
  const text = readFileSync(registry, 'utf8')
  if (!text.includes(MADE_PLURALS)) throw new Error('the compiler writes plurals in another way')
  writeFileSync(registry, text.replace(MADE_PLURALS, 'pluralRules(locale, options)') + PLURALS)
}

if (process.argv[1] === import.meta.filename) {
  await compileMessages()
  // The compiler's store leaves timers behind that would keep the process for half a minute.
  process.exit(0)
}
