/** The module that the build creates from web/boot/server.tsx. Worker and web share only this signature. */
declare module '#render' {
  import type { PageData } from '../schema/page-data.ts'

  export function renderPage(page: PageData, path: string): Promise<string>
}
