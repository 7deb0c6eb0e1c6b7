import { expect, it } from 'vitest'
import { checkLottery } from '../../../../web/waiting-room/lottery-check.ts'

const SEED = '5e'.repeat(32)
const SEED_HASH = '9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056'
/** Computed with `rankOf` of worker/domain/waiting-room/lottery.ts. */
const RANK = 0x47c6e115ccb1 / 2 ** 48
const OTHER = { seed: '0f'.repeat(32), seedHash: '9b68d49bb092f71292ad76ab8fb8750d710aae5af70e43b8ec0a901d048c0030' }

it('SES-04 checkLottery computes the rank of an entry from the seed, and returns null without a seed', async () => {
  const lottery = { room: 'event/x', seed: SEED, seedHash: SEED_HASH }
  expect(await checkLottery(lottery, 'entry', SEED_HASH)).toEqual({ fits: true, rank: RANK })
  expect(await checkLottery({ ...lottery, seed: null }, 'entry', SEED_HASH)).toBeNull()
})

it('SES-04 checkLottery compares the seed with the announced hash, not with the one published later', async () => {
  expect(await checkLottery({ room: 'event/x', ...OTHER }, 'entry', SEED_HASH)).toMatchObject({ fits: false })
  expect(await checkLottery({ room: 'event/x', ...OTHER }, 'entry', OTHER.seedHash)).toMatchObject({ fits: true })
})
