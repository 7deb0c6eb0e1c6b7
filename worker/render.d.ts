/** The module that the build makes of web/boot/server.tsx; worker and web know each other by this signature alone. */
declare module '#render' {
  import type { PageData } from '../schema/page-data.ts'

  export function renderPage(page: PageData, path: string): Promise<string>
}
