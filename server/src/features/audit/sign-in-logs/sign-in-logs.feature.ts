import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { placeOf } from '../../../kernel/place-of-ip.ts'
import { failureMessageOf } from './reasons.ts'
import { signInLogsRepository } from './sign-in-logs.repository.ts'

export const signInLogsFeature: Feature = {
  routes: implement(signInLogsContract, {
    async list({ db, actor, origin }, { query }) {
      assertPageDepth(query)
      const page = await signInLogsRepository.list(db, actor, query, origin.timeZone)
      const data = page.data.map(({ code, reason, ...row }) => ({
        ...row,
        area: placeOf(row.ip),
        reason: row.ok ? '' : failureMessageOf(reason, code),
      }))
      return { ...page, data }
    },
  }),
}
