/**
 * The chapters of the general terms, in their order. An id is also the anchor of its chapter, to which an event may link
 * (`custom_terms_anchor`).
 */
export const TERMS_CHAPTERS = [
  'geltung',
  'vertragsschluss',
  'preise',
  'zahlung',
  'lieferung',
  'widerruf',
  'muster-widerrufsformular',
  'tickets',
  'gewaehrleistung',
  'jugendschutz',
  'schluss',
] as const

export type TermsChapter = (typeof TERMS_CHAPTERS)[number]
