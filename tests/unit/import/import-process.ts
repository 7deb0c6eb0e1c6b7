/** Imports into STATE_DIR in a separate process and prints the progress, so that a test can kill the process at a step. */
import { localSecrets } from '../../../worker/cli/local-secrets.ts'
import { openLocalStores } from '../../../worker/cli/local-stores.ts'
import { importCatalogue } from '../../../worker/import/index.ts'

const { STATE_DIR = '' } = process.env
const stores = await openLocalStores(STATE_DIR)
await importCatalogue(stores.target, process.argv.slice(2), {
  imageEffort: 0,
  codeSecrets: localSecrets(STATE_DIR),
  progress: (line) => console.log(line),
})
await stores.dispose()
