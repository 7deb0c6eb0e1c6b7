/** The seat map of an event and the filters of its legend, before the sale and during it. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Locale } from '../../../schema/locale.ts'
import type { SeatMapFile } from '../../../schema/seat-map-file.ts'
import { useLocale } from '../../data/locale.ts'
import { seatMapQuery } from '../../data/query.ts'
import { categorySigns } from '../../seatmap/category-signs.ts'
import { flagsIn, type SeatFlag, seatFilterMask } from '../../seatmap/seat-flags.ts'
import { buildSeatModel, type SeatModel } from '../../seatmap/seat-model.ts'
import type { PageEvent } from './event.ts'

/**
 * The last model of each plan. If an answer from the server interrupts a component's first render, React renders it again and
 * has lost what `useMemo` kept.
 */
const models = new WeakMap<SeatMapFile, { locale: Locale; model: SeatModel }>()

function modelOf(file: SeatMapFile, locale: Locale): SeatModel {
  const known = models.get(file)
  if (known?.locale === locale) return known.model
  const model = buildSeatModel(file, locale)
  models.set(file, { locale, model })
  return model
}

export function useFilteredMap({ seatmapUrl, pricingCategories }: PageEvent) {
  const locale = useLocale()
  const map = useQuery(seatMapQuery(seatmapUrl ?? ''))
  const model = map.data ? modelOf(map.data, locale) : null
  const signs = useMemo(() => categorySigns(pricingCategories), [pricingCategories])
  const [filter, setFilter] = useState<SeatFlag[]>([])
  const [categories, setCategories] = useState<number[]>([])
  const mask = useMemo(() => (model ? seatFilterMask(model, filter, categories) : null), [model, filter, categories])
  const flags = useMemo(() => (model ? flagsIn(model) : []), [model])
  return { map, model, signs, filter, setFilter, categories, setCategories, mask, flags }
}
