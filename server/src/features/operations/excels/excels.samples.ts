import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'
import { builtinId } from './template.ts'

const fields = { name: '模板', mode: 'upsert', keys: ['code'], status: 1 }
const column = { title: '列', required: true, unique: false, minLength: null, maxLength: null, min: null, max: null }
const columns = ['name', 'code', 'level'].map((field, at) => ({
  ...column,
  field,
  title: `列${at}`,
  example: '',
  note: '',
  width: 16,
  pattern: '',
  default: '',
}))

export const samples: MakeSamples = async ({ app, writers, reader, writer, poolSize }) => {
  const ids = Array.from({ length: poolSize }, () => randomUUID())
  await app.sql(
    `insert into excels (company_id, id, code, name, entity, keys, created_by, updated_by)
     select $1, id, 'pool' || at, '池', 'post', '{code}', $3, $3 from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [writers, ids, JSON.stringify({ id: writers, name: '池' })],
  )
  const next = () => ids.pop() ?? randomUUID()
  return {
    'sysExcels.list': () => ({ query: { search: '模板' }, token: reader }),
    'sysExcels.create': () => ({
      body: { ...fields, entity: 'post', code: `c${randomUUID().slice(0, 8)}` },
      token: writer,
    }),
    'sysExcels.update': () => ({
      params: { id: next() },
      body: { ...fields, code: `u${randomUUID().slice(0, 8)}`, version: 1 },
      token: writer,
    }),
    'sysExcels.remove': () => ({ params: { id: next() }, token: writer }),
    'sysExcels.meta': () => ({ params: { id: builtinId('post') }, token: writer }),
    'sysExcels.updateMeta': () => ({ params: { id: next() }, body: { columns, version: 1 }, token: writer }),
    'sysExcels.file': () => ({ params: { id: builtinId('post') }, token: writer }),
  }
}
