/** Long texts: what a page of words consists of. */
import type { Locale } from '../locale.ts'

/** A paragraph, or a list of points. */
export type Block = string | string[]

export type Chapter = { id: string; title: string; blocks: Block[] }

export type InBoth<Text> = Record<Locale, Text>
