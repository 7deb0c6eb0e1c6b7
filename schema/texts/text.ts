/** The structure of long texts: chapters of paragraphs and lists. */
import type { Locale } from '../locale.ts'

/** A paragraph, or the items of a list. */
export type Block = string | string[]

export type Chapter = { id: string; title: string; blocks: Block[] }

export type InBoth<Text> = Record<Locale, Text>
