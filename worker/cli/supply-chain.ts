/**
 * Checks the supply chain: the licences of all packages, severe vulnerabilities of shipped packages if the registry reports
 * them, and secrets in tracked files. Exits with 1 on any fault.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LockedPackage, lockedPackages } from './packages.ts'
import { ROOT } from './root.ts'

/** Licences of packages that may be shipped in an MIT product. OFL-1.1 is for fonts. */
const FREE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'OFL-1.1']
/** Tools are not shipped, so their licences may ask for more. Weak copyleft applies only to changes of the tool itself. */
const FREE_FOR_TOOLS = [...FREE, 'MPL-2.0', 'LGPL-3.0-or-later', 'Python-2.0', 'CC-BY-4.0', 'CC-BY-3.0', 'Unlicense']

/**
 * Libraries under the LGPL that the shop serves as unchanged files of their own, with the licence beside them. Everybody can
 * replace such a file, which is what this licence asks for.
 */
const SERVED_UNCHANGED = new Map([['libheif-js', 'LGPL-3.0']])

function licenceIsFine({ name, licence, isDevelopment }: LockedPackage): boolean {
  if (licence === null) return false
  if (SERVED_UNCHANGED.get(name) === licence) return true
  const allowed = isDevelopment ? FREE_FOR_TOOLS : FREE
  const bare = licence.replace(/[()]/g, '')
  return / and /i.test(bare)
    ? bare.split(/ and /i).every((part) => allowed.includes(part))
    : bare.split(/ or /i).some((part) => allowed.includes(part))
}

const SECRETS: [name: string, pattern: RegExp][] = [
  // A key has more than its header, which messages and documentation name.
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----[\s\\rn"'+`]*[\w+/=:-]{16}/],
  ['a live Stripe key', /\b[sr]k_live_[0-9A-Za-z]{16,}/],
  ['a Stripe webhook secret', /\bwhsec_[0-9A-Za-z+/]{32,}/],
  // Except for the example of the AWS documentation.
  ['an AWS key', /\bAKIA(?!IOSFODNN7EXAMPLE)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[0-9A-Za-z]{36,}/],
  ['a Cloudflare token', /\bcloudflare[^\n]{0,40}['"=:\s][0-9a-zA-Z_-]{40}\b/i],
  ['a JSON Web Token', /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/],
  ['the address of a registry', /"resolved":\s*"https?:/],
]

function secretFaults(): string[] {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (listed.status !== 0) return ['git ls-files failed, so tracked files were not searched for secrets']
  const faults: string[] = []
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || /\.(webp|png|jpe?g|woff2?|ttf|pdf|gz)$/.test(file)) continue
    if (/(^|\/)(\.env|\.dev\.vars|secrets\.json|id_[rd]sa)$/.test(file))
      faults.push(`${file}: a file of this name must not be tracked`)
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [name, pattern] of SECRETS) if (pattern.test(text)) faults.push(`${file}: looks like ${name}`)
  }
  return faults
}

/** Returns the high and critical vulnerabilities of shipped packages; null if the registry sends no report. */
function vulnerabilityFaults(): string[] | null {
  const audit = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 30_000,
  })
  try {
    const report = JSON.parse(audit.stdout) as { vulnerabilities?: Record<string, { severity: string }> }
    if (!report.vulnerabilities) return null
    return Object.entries(report.vulnerabilities)
      .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
      .map(([name, { severity }]) => `${name}: known vulnerability, ${severity}`)
  } catch {
    return null
  }
}

const packages = lockedPackages()
const faults = packages
  .filter((each) => !licenceIsFine(each))
  .map(({ name, licence }) => `${name}: licence ${licence ?? 'unknown'} is not allowed`)
const unhashed = packages.filter(({ integrity }) => integrity === null).length
const vulnerable = vulnerabilityFaults()
faults.push(...secretFaults(), ...(vulnerable ?? []))
for (const fault of faults) console.error(fault)
console.log(
  `${packages.length} packages, ${unhashed} of them bundled in another; vulnerabilities ${vulnerable ? 'checked' : 'not checked (the registry sent no report)'}; ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0
