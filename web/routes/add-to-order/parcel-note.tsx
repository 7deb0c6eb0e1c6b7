/** Says with which order an order is sent (MERGE-01). */
import { m } from '../../i18n/messages.ts'

type Parcel = { mergedInto?: string | null; partedFrom?: string | null; addOns: string[] }

export function ParcelNote({ order: { mergedInto, partedFrom, addOns } }: { order: Parcel }) {
  const text = mergedInto
    ? m.merge_travels_with({ reference: mergedInto })
    : partedFrom
      ? m.merge_travels_alone({ reference: partedFrom })
      : addOns.length > 0
        ? m.merge_travels_together({ references: addOns.join(', ') })
        : null
  return text === null ? null : <p className="mt-4 rounded-lg bg-surface px-4 py-3">{text}</p>
}
