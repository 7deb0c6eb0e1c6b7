/**
 * `npm start`: builds if necessary, applies migrations, imports the demo catalogue into an empty database, starts the sandbox
 * of outside companies and the server, and prints their addresses. Data survives a restart.
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
