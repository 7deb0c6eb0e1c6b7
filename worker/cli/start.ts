/**
 * `npm start`: builds if necessary, applies migrations, and imports the demo catalogue into an empty database. Then starts the
 * server, and a sandbox that imitates outside companies. Prints the addresses of both. Data survives a restart.
 */
import { ensureBuilt } from './build.ts'
import { localSettings, runLocalShop, serverOptions } from './local-shop.ts'
import { startServer } from './server.ts'

const settings = localSettings()
await runLocalShop(settings, {
  build: async () => void (await ensureBuilt()),
  open: () => startServer(serverOptions(settings)),
  hints: [
    'npm run dev                                                run the same shop and update it while sources change',
    'npm run orders -- list                                     list the latest orders',
    'npm run orders -- mark-paid REFERENCE EUROS --booking ID   record a bank transfer',
    'npm run import -- PATH …                                   import another catalogue',
  ],
})
