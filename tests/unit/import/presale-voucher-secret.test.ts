import { beforeEach, describe, expect, it } from 'vitest'
import { codeHash, codeSecretCheck } from '../../../worker/domain/tickets/presale-voucher-hash.ts'
import {
  CODE_SECRET,
  changes,
  clubNight,
  openStores,
  rewriteCatalogue,
  run,
  runWithoutFaults,
  smallCatalogue,
  type TestStores,
  writeCatalogue,
} from './catalogue-builder.ts'

const NEXT_SECRET = 'the-next-one-9876543210-9876543210'
const CHANGED = { codeSecrets: { CODE_SECRET: NEXT_SECRET, CODE_SECRET_PREVIOUS: CODE_SECRET } }

const withCodes = smallCatalogue({
  events: [{ ...clubNight, presaleCodes: [{ code: 'FANCLUB2027', uses: 3, validFromAt: { inDays: 1 } }] }],
})

let stores: TestStores
let folder: string

/** Imports a presale code and a voucher, and then sets the voucher’s spent amount to 5 EUR. */
beforeEach(async () => {
  stores = await openStores()
  folder = await writeCatalogue(withCodes)
  await runWithoutFaults(stores, folder)
  await stores.target.d1.batch([{ sql: 'UPDATE vouchers SET used_cents = 500', params: [] }])
})

async function codes() {
  return {
    vouchers: await stores.rows('SELECT id, code_hash, used_cents FROM vouchers'),
    presale: await stores.rows('SELECT id, code_hash FROM presale_codes'),
  }
}

const check = async () => (await stores.rows('SELECT code_check FROM catalogue_state'))[0]?.code_check

describe('secret for codes', () => {
  it('is rejected if the stored codes were hashed with another secret, and nothing changes', async () => {
    const before = await codes()
    for (const codeSecrets of [
      { CODE_SECRET: NEXT_SECRET },
      { CODE_SECRET: NEXT_SECRET, CODE_SECRET_PREVIOUS: 'neither-9876543210-9876543210-98' },
    ]) {
      const report = await run(stores, folder, { codeSecrets })
      expect(report.faults.map(({ message }) => message)).toEqual([
        expect.stringContaining('expected the CODE_SECRET with which the codes in the database were hashed'),
      ])
    }
    expect(await codes()).toEqual(before)
    expect(await check()).toBe(codeSecretCheck(CODE_SECRET))
  })

  it('can be changed with the previous secret: codes keep their ids, and a voucher keeps its spent amount', async () => {
    const before = await codes()
    expect(changes(await runWithoutFaults(stores, folder, CHANGED))).toEqual({ created: 0, updated: 2, pruned: 0 })
    const hashed = <Row>(rows: Row[], code: string) =>
      rows.map((row) => ({ ...row, code_hash: codeHash(NEXT_SECRET, code) }))
    const after = {
      vouchers: hashed(before.vouchers, 'kultur-2027'),
      presale: hashed(before.presale, 'FANCLUB2027'),
    }
    expect(after.vouchers[0]?.used_cents).toBe(500)
    expect(await codes()).toEqual(after)
    expect(await check()).toBe(codeSecretCheck(NEXT_SECRET))

    // The next import no longer needs the previous secret. A second change of the secret finds the same rows.
    const codeSecrets = { CODE_SECRET: NEXT_SECRET }
    expect(changes(await runWithoutFaults(stores, folder, { codeSecrets }))).toEqual({
      created: 0,
      updated: 0,
      pruned: 0,
    })
    await runWithoutFaults(stores, folder, { codeSecrets: { CODE_SECRET, CODE_SECRET_PREVIOUS: NEXT_SECRET } })
    expect(await codes()).toEqual(before)
  })

  it('cannot be changed while codes outside the import would keep the previous hash', async () => {
    const before = await codes()
    await rewriteCatalogue(folder, { ...withCodes, vouchers: [] })
    const report = await run(stores, folder, CHANGED)
    expect(report.faults.map(({ message }) => message)).toEqual([expect.stringContaining('codes of "test" would stay')])
    expect(await codes()).toEqual(before)

    const { notes } = await runWithoutFaults(stores, folder, { ...CHANGED, prune: true })
    expect(notes).toContain('CODE_SECRET changes: 1 withdrawn codes would count as new codes if you import them again')
    expect((await codes()).presale).toEqual([
      { id: before.presale[0]?.id, code_hash: codeHash(NEXT_SECRET, 'FANCLUB2027') },
    ])
  })

  it('can be replaced after a loss once the database has no codes', async () => {
    await stores.target.d1.batch([{ sql: 'UPDATE vouchers SET used_cents = 0', params: [] }])
    await rewriteCatalogue(folder, smallCatalogue({ vouchers: [] }))
    await runWithoutFaults(stores, folder, { prune: true })
    await rewriteCatalogue(folder, withCodes)
    await runWithoutFaults(stores, folder, { codeSecrets: { CODE_SECRET: NEXT_SECRET } })
    expect(await check()).toBe(codeSecretCheck(NEXT_SECRET))
  })

  it('is neither checked nor changed by files without codes', async () => {
    await rewriteCatalogue(folder, smallCatalogue({ vouchers: [] }))
    await runWithoutFaults(stores, folder, { codeSecrets: { CODE_SECRET: NEXT_SECRET } })
    expect(await check()).toBe(codeSecretCheck(CODE_SECRET))
  })
})
