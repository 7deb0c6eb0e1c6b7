import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../worker/db/database.ts'
import { acceptedIncidents, changeIncident, noteIncident, openIncidents } from '../../../worker/db/incident.ts'
import { testEnv } from '../../support/test-env.ts'

const db = openDatabase(testEnv.DB)
const openOf = async (subject: string) => (await openIncidents(db, 10)).find(({ subjectId }) => subjectId === subject)

describe('incidents', () => {
  it('are stored once for each kind and subject, with the latest details', async () => {
    const fault = { kind: 'order_undone', subjectId: 'ord_1', details: { attempts: 3 } }
    expect(await noteIncident(db, fault, 1_000)).toBe(true)
    expect(await noteIncident(db, { ...fault, details: { attempts: 4 } }, 2_000)).toBe(false)
    expect(await noteIncident(db, { ...fault, subjectId: 'ord_2' }, 3_000)).toBe(true)
    expect(await openIncidents(db, 10)).toMatchObject([
      { ...fault, details: { attempts: 4 }, createdAt: 1_000, seenAt: 2_000, resolvedAt: null },
      { subjectId: 'ord_2', createdAt: 3_000 },
    ])
  })

  it('leave the open list when an operator resolves them, and open again if the fault returns', async () => {
    const fault = { kind: 'seats_without_order', subjectId: 'evt_1', details: { seats: 2 } }
    await noteIncident(db, fault, 1_000)
    const { id = '' } = (await openOf('evt_1')) ?? {}
    expect(await changeIncident(db, id, 'resolve', 2_000)).toBe(true)
    expect(await changeIncident(db, id, 'resolve', 3_000)).toBe(false)
    expect(await openOf('evt_1')).toBeUndefined()
    expect(await noteIncident(db, { ...fault, details: { seats: 1 } }, 4_000)).toBe(true)
    expect(await openOf('evt_1')).toMatchObject({ details: { seats: 1 }, createdAt: 4_000, resolvedAt: null })
  })

  it('open again after acceptance only if the details change or an operator reopens them', async () => {
    const fault = { kind: 'tickets_excess', subjectId: 'ord_3', details: { excess: 1, why: 'a gift “for Ida”' } }
    await noteIncident(db, fault, 1_000)
    const { id = '' } = (await openOf('ord_3')) ?? {}
    expect(await changeIncident(db, id, 'accept', 2_000)).toBe(true)
    expect(await noteIncident(db, fault, 3_000)).toBe(false)
    expect(await openOf('ord_3')).toBeUndefined()
    expect(await acceptedIncidents(db, 10)).toMatchObject([{ id, acceptedAt: 2_000, seenAt: 3_000 }])
    expect(await noteIncident(db, { ...fault, details: { excess: 2 } }, 4_000)).toBe(true)
    expect(await openOf('ord_3')).toMatchObject({ details: { excess: 2 }, createdAt: 4_000, acceptedAt: null })
    await changeIncident(db, id, 'accept', 5_000)
    expect(await changeIncident(db, id, 'reopen', 6_000)).toBe(true)
    expect(await openOf('ord_3')).toMatchObject({ resolvedAt: null, acceptedAt: null })
    expect(await acceptedIncidents(db, 10)).toEqual([])
  })
})
