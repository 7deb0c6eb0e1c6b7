/**
 * The table of allowed imports between folders, and its check. A folder may always import from itself. The rule of a folder
 * also covers subfolders that have no rule of their own. A folder without a rule is a fault, so that every new folder gets a
 * layer.
 */
import { dirname, join } from 'node:path'

export type Rules = Record<string, readonly string[]>
export type SourceFile = { path: string; text: string }

const SCHEMA = ['schema', 'schema/tables']
const WEB_KIT = ['schema', 'web/data', 'web/i18n', 'web/ui']
const WEB_PARTS = [...WEB_KIT, 'web/catalogue', 'web/bot-check', 'web/cart']
const BELOW_ENTRY = [
  'worker/env.ts',
  'worker/context.ts',
  'worker/domain',
  'worker/db',
  'worker/services',
  'worker/payments',
]

export const RULES: Rules = {
  schema: [],
  'schema/tables': ['schema'],

  // The worker, from its lowest layer to its entry. `domain` uses no env, clock or fetch.
  'worker/domain': SCHEMA,
  'worker/db': [...SCHEMA, 'worker/domain'],
  // The types of the bindings and of a request's context.
  'worker/env.ts': ['worker/domain', 'worker/services'],
  'worker/context.ts': [...SCHEMA, 'worker/env.ts', 'worker/domain', 'worker/db', 'worker/services'],
  'worker/parallel.ts': [],
  'worker/generated': ['schema', 'worker/context.ts', 'worker/graphql'],
  'worker/integrations': ['schema', 'worker/env.ts', 'worker/domain'],
  'worker/services': [...SCHEMA, ...BELOW_ENTRY, 'worker/integrations'],
  'worker/payments': [...SCHEMA, ...BELOW_ENTRY, 'worker/integrations'],
  'worker/mail': [...SCHEMA, ...BELOW_ENTRY, 'worker/integrations', 'worker/generated'],
  'worker/durable': [...SCHEMA, ...BELOW_ENTRY],
  'worker/graphql': [...SCHEMA, ...BELOW_ENTRY, 'worker/generated'],
  'worker/jobs': [...SCHEMA, ...BELOW_ENTRY, 'worker/integrations', 'worker/mail', 'worker/parallel.ts'],
  'worker/http': [
    ...SCHEMA,
    ...BELOW_ENTRY,
    'worker/integrations',
    'worker/mail',
    'worker/generated',
    'worker/graphql',
    'worker/jobs',
  ],
  'worker/render.d.ts': ['schema'],
  'worker/index.ts': ['worker/env.ts', 'worker/durable', 'worker/http', 'worker/jobs'],
  // These run in Node, never in the worker.
  'worker/import': ['schema', 'worker/domain', 'worker/parallel.ts'],
  'worker/cli': ['schema', 'worker/domain', 'worker/import', 'worker/integrations', 'worker/http'],

  // The browser's code, from its lowest layer to its start. This code never imports tables or the worker.
  'web/i18n/generated': [],
  'web/data': ['schema', 'web/i18n/generated'],
  'web/i18n': ['schema', 'web/data', 'web/i18n/generated'],
  'web/consent': [...WEB_KIT, 'web/catalogue'],
  'web/ui': WEB_KIT,
  'web/catalogue': WEB_KIT,
  'web/styles': [],
  'web/bot-check': WEB_KIT,
  'web/newsletter': [...WEB_KIT, 'web/catalogue'],
  'web/reminder': [...WEB_KIT, 'web/catalogue'],
  'web/search': [...WEB_KIT, 'web/catalogue'],
  'web/cart': WEB_PARTS,
  'web/seatmap': WEB_PARTS,
  'web/waiting-room': WEB_PARTS,
  'web/routes': [...WEB_PARTS, 'web/consent', 'web/newsletter', 'web/reminder', 'web/search', 'web/seatmap'],
  'web/app': [...WEB_PARTS, 'web/consent', 'web/newsletter', 'web/search', 'web/waiting-room', 'web/routes'],
  'web/boot': ['schema', 'web/styles', 'web/data', 'web/i18n', 'web/ui', 'web/app'],

  // Tests. No other folder imports them.
  'tests/fixtures': ['schema'],
  'tests/sandbox': ['worker/integrations'],
  'tests/support': [...SCHEMA, 'worker', 'web/routes', 'tests/sandbox'],
  'tests/unit': [...SCHEMA, 'worker', 'tests/support'],
  // These tests run shared rules through the code of worker and web.
  'tests/unit/schema': [...SCHEMA, 'worker', 'web', 'tests/support'],
  'tests/unit/web': ['schema', 'web', 'tests/support'],
  'tests/integration': [...SCHEMA, 'worker', 'tests/support', 'tests/sandbox'],
  'tests/browser': ['schema', 'worker/import', 'web/ui', 'tests/support', 'tests/sandbox'],
  'tests/load': [
    'schema',
    'worker/cli',
    'worker/domain',
    'worker/import',
    'worker/mail',
    'tests/support',
    'tests/sandbox',
  ],
}

/** Folders whose code must run without Cloudflare's runtime. */
const WITHOUT_RUNTIME = ['schema', 'worker/domain', 'web']

/** Matches import and export statements at the beginning of a line, and `import('…')` in code and in types. */
const IMPORT = /(?:^(?:import|export)\s(?:[\w*{][^'"=;]*?\sfrom\s)?|\bimport\()'([^']+)'/gm

/** Returns one sentence for each forbidden import, for each file without a rule, and for each import cycle. */
export function importFaults(files: SourceFile[], rules: Rules = RULES): string[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]))
  const faults: string[] = []
  for (const [path, imports] of graph) {
    const rule = ruleOf(path, rules)
    if (rule === null) faults.push(`${path}: no rule names its folder`)
    for (const target of imports) {
      const isRuntime = target.startsWith('cloudflare:')
      if (isRuntime && WITHOUT_RUNTIME.some((folder) => isIn(path, folder))) faults.push(`${path} imports ${target}`)
      if (rule === null || isRuntime || !target.includes('/')) continue
      const folder = ruleOf(target, rules)
      const isAllowed = folder === rule || (rules[rule] ?? []).some((allowed) => allows(allowed, target, folder, rules))
      if (!isAllowed) faults.push(`${path} imports ${target}, but ${rule} may not import ${folder ?? dirname(target)}`)
    }
  }
  return [...faults, ...cyclesOf(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`)]
}

/**
 * An entry that has a rule of its own allows only the files of that rule. An entry without one, such as `worker`,
 * allows all files below it.
 */
function allows(allowed: string, target: string, folder: string | null, rules: Rules): boolean {
  return allowed in rules ? allowed === folder : isIn(target, allowed)
}

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function ruleOf(path: string, rules: Rules): string | null {
  for (let at = path; at !== '.'; at = dirname(at)) if (at in rules) return at
  return null
}

/** Returns the imported files as paths from the repository's root, and the imported modules of Cloudflare's runtime. */
function importsOf({ path, text }: SourceFile): string[] {
  const found = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier)
  return found.flatMap((specifier) => {
    if (specifier.startsWith('cloudflare:')) return [specifier]
    return specifier.startsWith('.') ? [join(dirname(path), specifier.replace(/\?.*$/, ''))] : []
  })
}

/** Finds import cycles, each as a path from a file back to itself. */
function cyclesOf(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path])
    if (done.has(path) || trail.includes(path)) return
    trail.push(path)
    for (const target of graph.get(path) ?? []) visit(target)
    trail.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return cycles
}
