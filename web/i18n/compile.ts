/**
 * Compiles the messages of web/i18n/{de,en}/*.json into typed functions with Paraglide. Each message becomes a module, so a
 * route's chunk contains only the texts that it uses. The compiler requires a project folder with settings. The settings
 * contain the path of the installed plugin, because the compiler would otherwise load the plugin from a CDN.
 * The build compiles the messages. `npm run dev` compiles them at its start and after each change. `npm run i18n` compiles
 * them without building anything else.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compile } from '@inlang/paraglide-js'

const HERE = import.meta.dirname
const MODULES = join(HERE, '../../node_modules')
const CACHE = join(MODULES, '.cache/stagedoor')
const PROJECT = join(CACHE, 'project.inlang')
const OUT = join(HERE, 'generated')

/** The path relative to the parent of the project folder, as the settings require it. */
function relativeToCache(path: string): string {
  return `./${relative(CACHE, path)}`
}

/** The result of a compilation. The next compilation uses it to find the modules that have changed. */
export type Compilation = Awaited<ReturnType<typeof compile>>

/** Writes all modules, or only the changed ones if there is a `previous` compilation. */
export async function compileMessages(previous?: Compilation): Promise<Compilation> {
  const features = readdirSync(join(HERE, 'de')).filter((file) => file.endsWith('.json'))
  mkdirSync(PROJECT, { recursive: true })
  writeFileSync(
    join(PROJECT, 'settings.json'),
    JSON.stringify({
      baseLocale: 'de',
      locales: ['de', 'en'],
      telemetry: 'off',
      modules: [relativeToCache(join(MODULES, '@inlang/plugin-message-format/dist/index.js'))],
      'plugin.inlang.messageFormat': {
        pathPattern: features.map((file) => relativeToCache(join(HERE, '{locale}', file))),
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
  // The runtime does not depend on the messages, so a later compilation leaves the replacement in place.
  if (!previous) replaceRuntime()
  return compilation
}

/** Replaces the compiler's runtime, which reads cookies and URLs. The messages need only the current language. */
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

/**
 * The generated code asks `Intl.PluralRules`, whose first use takes a slow phone a tenth of a second. German and English have the
 * same rule for cardinal numbers (CLDR), so the compiled code contains it. No message counts in ordinal numbers.
 */
const PLURAL_RULES = 'return new Intl.PluralRules(locale, options).select(Number(input))'
const PLURAL_RULE = "return Math.abs(Number(input)) === 1 ? 'one' : 'other'"

function replaceRuntime(): void {
  rmSync(join(OUT, 'server.js'))
  writeFileSync(join(OUT, 'runtime.js'), RUNTIME)
  const registry = join(OUT, 'registry.js')
  const text = readFileSync(registry, 'utf8')
  if (!text.includes(PLURAL_RULES)) throw new Error(`the compiler's registry no longer contains ${PLURAL_RULES}`)
  writeFileSync(registry, text.replace(PLURAL_RULES, PLURAL_RULE))
}

if (process.argv[1] === import.meta.filename) {
  await compileMessages()
  // The compiler leaves timers running, which would keep the process alive for half a minute.
  process.exit(0)
}
