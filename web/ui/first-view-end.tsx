import { FIRST_VIEW_END_ID } from '../../schema/page-data.ts'

/** The browser paints a page for the first time when it has parsed everything before this element (worker/http/shell.ts). */
export const FirstViewEnd = () => <span id={FIRST_VIEW_END_ID} hidden />
