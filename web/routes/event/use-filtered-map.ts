/** The seat map of an event and the filters of its legend, before the sale and during it. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { unpackSeatMap } from '../../../schema/seat-map-file.ts'
import { useLocale } from '../../data/locale.ts'
import { seatMapQuery } from '../../data/query.ts'
import { categorySigns } from '../../seatmap/category-signs.ts'
import { flagsIn, type SeatFlag, seatFilterMask } from '../../seatmap/seat-flags.ts'
import { buildSeatModel } from '../../seatmap/seat-model.ts'
import type { PageEvent } from './event.ts'

export function useFilteredMap({ seatmapUrl, pricingCategories }: PageEvent) {
  const locale = useLocale()
  const map = useQuery(seatMapQuery(seatmapUrl ?? ''))
  const model = useMemo(() => (map.data ? buildSeatModel(unpackSeatMap(map.data), locale) : null), [map.data, locale])
  const signs = useMemo(() => categorySigns(pricingCategories), [pricingCategories])
  const [filter, setFilter] = useState<SeatFlag[]>([])
  const [categories, setCategories] = useState<number[]>([])
  const mask = useMemo(() => (model ? seatFilterMask(model, filter, categories) : null), [model, filter, categories])
  const flags = useMemo(() => (model ? flagsIn(model) : []), [model])
  return { map, model, signs, filter, setFilter, categories, setCategories, mask, flags }
}
