/**
 * `npm start`: builds if needed, migrates, imports the demo catalogue into an empty database, starts the sandbox of outside
 * companies and the server, and says where everything is. A later start finds all data as it was.
 */
import { ensureBuilt } from './build.ts'
import { localSettings, runLocalShop, serverOptions } from './local-shop.ts'
import { startServer } from './server.ts'

const settings = localSettings()
await runLocalShop(settings, {
  build: async () => void (await ensureBuilt()),
  open: () => startServer(serverOptions(settings)),
  hints: [
    'npm run dev                               the same shop, which follows its sources',
    'npm run orders -- list                    what was ordered',
    'npm run orders -- mark-paid REFERENCE     the bank says: paid',
    'npm run import -- PATH …                  another catalogue',
  ],
})
