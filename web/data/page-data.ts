/** Reads the data that the server embedded in the page: language, shop, time and the answers that the page starts with. */
import { PAGE_DATA_ELEMENT_ID, type PageData } from '../../schema/page-data.ts'

/** Throws if the worker did not serve the page. */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent
  if (!text) throw new Error(`the page has no element #${PAGE_DATA_ELEMENT_ID} with its data`)
  return JSON.parse(text) as PageData
}
