import type { MakeSamples } from '../../../../test/hostile/sample.ts'
import { newId } from '../../../kernel/ids.ts'

export const samples: MakeSamples = async ({ app, writers, writer, nextUser }) => {
  const row = nextUser()
  const addTag = async (name: string) => {
    const id = newId()
    await app.sql(
      `insert into tags (company_id, id, name, created_by, updated_by)
       values ($1, $2, $3, '{"id":"","name":"系统"}', '{"id":"","name":"系统"}')`,
      [writers, id, name],
    )
    return id
  }
  const [kept, merged, gone] = [await addTag('保留'), await addTag('并入'), await addTag('不用')]
  return {
    'sysTags.create': () => ({ body: { name: '新标签' }, token: writer }),
    'sysTags.update': () => ({ params: { id: kept }, body: { name: '重点', version: 1 }, token: writer }),
    'sysTags.merge': () => ({ params: { id: merged }, body: { into: kept }, token: writer }),
    'sysTags.remove': () => ({ params: { id: gone }, token: writer }),
    'sysTags.get': () => ({ params: { id: kept }, token: writer }),
    'sysTags.options': () => ({ params: { id: kept }, query: { keyword: '' }, token: writer }),
    'sysTags.ofRow': () => ({ query: { entity: 'user', id: row }, token: writer }),
    'sysTags.attach': () => ({ body: { entity: 'user', id: row, name: '保留' }, token: writer }),
    'sysTags.detach': () => ({ params: { id: kept, entity: 'user', row }, token: writer }),
  }
}
