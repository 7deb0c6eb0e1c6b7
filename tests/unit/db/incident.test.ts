import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../worker/db/database.ts'
import { noteIncident, openIncidents, resolveIncident } from '../../../worker/db/incident.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)

describe('incidents', () => {
  it('an incident is written once for its kind and subject, and the first details stay', async () => {
    const fault = { kind: 'order_undone', subjectId: 'ord_1', details: { attempts: 3 } }
    expect(await noteIncident(db, fault, 1_000)).toBe(true)
    expect(await noteIncident(db, { ...fault, details: { attempts: 4 } }, 2_000)).toBe(false)
    expect(await noteIncident(db, { ...fault, subjectId: 'ord_2' }, 3_000)).toBe(true)
    expect(await openIncidents(db, 10)).toMatchObject([
      { ...fault, createdAt: 1_000, resolvedAt: null },
      { subjectId: 'ord_2', createdAt: 3_000 },
    ])
  })

  it('a resolved incident leaves the list, and a fault that comes back opens it again', async () => {
    const fault = { kind: 'seats_without_order', subjectId: 'evt_1', details: { seats: 2 } }
    await noteIncident(db, fault, 1_000)
    const open = (await openIncidents(db, 10)).find(({ subjectId }) => subjectId === 'evt_1')
    expect(await resolveIncident(db, open?.id ?? '', 2_000)).toBe(true)
    expect(await resolveIncident(db, open?.id ?? '', 3_000)).toBe(false)
    expect((await openIncidents(db, 10)).map(({ subjectId }) => subjectId)).not.toContain('evt_1')
    expect(await noteIncident(db, { ...fault, details: { seats: 1 } }, 4_000)).toBe(true)
    const again = (await openIncidents(db, 10)).find(({ subjectId }) => subjectId === 'evt_1')
    expect(again).toMatchObject({ details: { seats: 1 }, createdAt: 4_000, resolvedAt: null })
  })
})
