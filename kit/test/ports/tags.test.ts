import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { buildTenant, buildUser, createTestApp } from '@atrium/kit/test'
import { expect, it } from 'vitest'
import { loansContract } from './contract.ts'

const { attach, ofRow } = tagsContract

it('rows of a module have tags by its declaration, in lists and for those who may change them', async () => {
  const app = await createTestApp()
  const companyId = await buildTenant(app, '标签公司')
  const permissions = ['loans:list', 'loans:add', 'loans:edit', 'loans:delete']
  const token = await app.signIn(await buildUser(app, { companyId, permissions }))
  const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['loans:list'] }))
  const add = async (name: string) => {
    const { data } = await app.call(loansContract.create, { body: { name, userId: null } }, token)
    return { entity: 'loan', id: data?.id ?? '' }
  }
  const [ladder, drill] = [await add('梯子'), await add('电钻')]
  const { data: tag } = await app.call(attach, { body: { ...ladder, name: '待维修' } }, token)
  expect((await app.call(attach, { body: { ...drill, name: '待维修' } }, reader)).code).toBe(403)
  expect((await app.call(ofRow, { query: ladder }, reader)).data).toEqual({ tags: [tag], editable: false })

  const found = await app.call(loansContract.list, { query: { 'f.tags': tag?.id } }, reader)
  expect(found.data).toMatchObject([{ id: ladder.id, tags: [{ name: '待维修' }] }])
  const all = await app.call(loansContract.list, { query: {} }, reader)
  expect(all.data?.find(({ id }) => id === drill.id)?.tags).toEqual([])

  await app.call(loansContract.remove, { params: { id: ladder.id } }, token)
  expect(await app.sql('select from tagged_rows where row_id = $1', [ladder.id])).toEqual([])
})
