import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../../../test/harness.ts'
import { putModels } from './put-models.ts'

it('stores a model once, however often and with whatever expiry it is written', async () => {
  const { database, sql } = await createTestApp()
  const key = randomBytes(32)
  const day = 86_400
  const model = (sealed: string, days: number) => ({
    kind: 'Session',
    key,
    grantKey: null,
    uidKey: null,
    sealed,
    owner: undefined,
    issuer: '',
    expiresAt: Math.floor(Date.now() / 1000) + days * day,
  })
  const stored = () => sql('select sealed from oidc_models where key = $1', [key])
  await putModels(database, [model('one', 1)])
  await putModels(database, [model('two', 10)])
  expect(await stored()).toEqual([{ sealed: 'two' }])
  await putModels(database, [model('three', 1), model('four', 20)])
  expect(await stored()).toEqual([{ sealed: 'four' }])
})
