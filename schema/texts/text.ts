/** The structure of long texts: chapters of paragraphs and lists. */
import type { Locale } from '../locale.ts'

/** A string is a paragraph. An array contains the items of a list. In both, backticks surround names in code. */
export type Block = string | string[]

export type Chapter = { id: string; title: string; blocks: Block[] }

export type InBothLanguages<Text> = Record<Locale, Text>
