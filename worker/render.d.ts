/** The module that the build creates from web/boot/server.tsx. The worker imports no other module of `web`. */
declare module '#render' {
  import type { PageData } from '../schema/page-data.ts'

  export function renderPage(page: PageData, path: string): Promise<string>
}
