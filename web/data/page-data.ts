/** What the edge wrote into the page: language, shop, clock and the answers that the first view needs. */
import { PAGE_DATA_ELEMENT_ID, type PageData } from '../../schema/page-data.ts'

/** Throws where the page did not come through the edge. */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent
  if (!text) throw new Error('the page came without its data')
  return JSON.parse(text) as PageData
}
