import { randomUUID } from 'node:crypto'
import type { MakeSamples, SampleStage } from '../../../../test/hostile/sample.ts'
import { buildImports, postMapping } from '../../../../test/import-factories.ts'
import { builtinId } from '../excels/index.ts'

const counts = { total: 1, new: 1, changed: 0, same: 0, refused: 0 }

/** Adds imports of the one user of a company. */
const addImports = async ({ app }: SampleStage, companyId: string, ids: readonly string[]) => {
  const [user] = await app.sql('select user_id as id from sessions where company_id = $1', [companyId])
  await buildImports(app, { companyId, userId: String(user?.id) }, ids)
}

export const samples: MakeSamples = async (stage) => {
  const { poolSize, readers, writers, writer } = stage
  const [read, unchecked] = [randomUUID(), randomUUID()]
  const pool = Array.from({ length: poolSize }, () => randomUUID())
  await addImports(stage, readers, [read])
  await addImports(stage, writers, [unchecked, ...pool])
  const next = () => ({ id: pool.pop() ?? randomUUID() })
  const columns = postMapping.map(({ column, field }) => ({ column, field }))
  return {
    'sysExcels.uploadImport': () => ({ params: { id: builtinId('post') }, token: writer }),
    'sysExcels.imports': () => ({ query: { search: '数据' } }),
    'sysExcels.import': () => ({ params: { id: read } }),
    'sysExcels.importRows': () => ({ params: { id: read }, query: { search: '会计' } }),
    'sysExcels.mapImport': () => ({
      params: next(),
      body: { sheet: 0, columns, mode: 'upsert', keys: ['code'], atomic: false, revision: 1 },
      token: writer,
    }),
    'sysExcels.checkImport': () => ({ params: next(), body: { revision: 1 }, token: writer }),
    'sysExcels.applyImport': () => ({ params: { id: unchecked }, body: { revision: 1, counts }, token: writer }),
    'sysExcels.removeImport': () => ({ params: next(), token: writer }),
  }
}
