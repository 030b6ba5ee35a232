import { baseParametersRepository } from '@atrium/server/src/features/system/base-parameters/base-parameters.repository.ts'
import { bindKysely } from '@atrium/server/src/kernel/db/bound-connection.ts'
import { openDatabase } from '@atrium/server/src/kernel/db/database.ts'
import type { PoolClient, QueryConfig } from 'pg'
import { countStatement, pageStatement } from './list-statements.ts'

/** Throws if the baseline's statements differ from those the product sends. */
export const checkStatements = async (servingUrl: string, companyId: string) => {
  const database = openDatabase(servingUrl, 1)
  const sent: string[] = []
  try {
    await database.transact({ reach: 'company', companyId }, async () => {
      const recorder = {
        query: async (config: QueryConfig) => {
          sent.push(config.text)
          return { rows: [{ total: 0 }], rowCount: 1 }
        },
      }
      const query = { page: 1, size: 10, search: '', sort: '' }
      await baseParametersRepository.list(
        bindKysely(recorder as unknown as PoolClient, {
          database,
          reach: companyId,
          named: true,
          send: (_, send) => send(),
        }),
        query,
      )
    })
  } finally {
    await database.close()
  }
  const drifted = [pageStatement, countStatement].filter((statement) => !sent.includes(statement))
  if (drifted.length > 0) throw new Error(`标尺的语句与产品不一致，请更新 list-statements.ts：\n${sent.join('\n')}`)
}
