/**
 * `npm run meta-keys`: writes the tables of `meta` keys into schema/catalogue-file/README.md. With `--check`, it writes
 * nothing and exits with 1 if the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { categoryMeta, eventMeta, productMeta, shopMeta } from '../../schema/catalogue-file/meta.ts'
import { withMetaTables } from './meta-table.ts'
import { ROOT } from './root.ts'

const README = 'schema/catalogue-file/README.md'

const readme = readFileSync(join(ROOT, README), 'utf8')
const wanted = withMetaTables(readme, {
  shop: shopMeta,
  product: productMeta,
  event: eventMeta,
  category: categoryMeta,
})
if (readme === wanted) console.log(`${README} is up to date`)
else if (process.argv.includes('--check')) {
  console.error(`${README} differs from schema/catalogue-file/meta.ts: run npm run meta-keys`)
  process.exitCode = 1
} else {
  writeFileSync(join(ROOT, README), wanted)
  console.log(`${README} written`)
}
