import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { assertPageDepth } from '../../../kernel/db/crud-handlers.ts'
import type { BasePorts, Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { mapInChunks } from '../../../kernel/map-in-chunks.ts'
import { toFailureMessage } from './reasons.ts'
import { signInLogSource } from './sign-in-log-sheet.ts'
import { signInLogsRepository as repository, type StoredSignIn } from './sign-in-logs.repository.ts'
import { rankPlaces } from './sign-in-places.ts'

/** Addresses are no part of an index: each sign-in is fetched. */
const maxPlacedSignIns = 20_000

const shown = ({ code, reason, ...row }: StoredSignIn) => ({
  ...row,
  area: locateIp(row.ip),
  reason: row.ok ? '' : toFailureMessage(reason, code),
})

/** Sign-ins and attempts of a company. */
export const createSignInLogsFeature = ({ exportSheet }: Pick<BasePorts, 'exportSheet'>): Feature => ({
  routes: implement(signInLogsContract, {
    async list({ db, actor, origin }, query) {
      assertPageDepth(query)
      const page = await repository.list(db, actor, query, origin.timeZone)
      return { ...page, data: page.data.map(shown) }
    },
    signInsHistogram: ({ db, actor, origin }, query) => repository.histogram(db, actor, query, origin.timeZone),
    async signInPlaces({ db, actor, origin }, query) {
      const { addresses, since } = await repository.addresses(db, actor, query, origin.timeZone, maxPlacedSignIns)
      return { since, ...rankPlaces(addresses) }
    },
    exportSignIns: (scope, request) => {
      const { actor, origin } = scope
      return exportSheet(scope, {
        source: signInLogSource,
        request,
        reach: { reach: 'company', companyId: actor.companyId } as const,
        count: (db, limit) => repository.count(db, actor, request, origin.timeZone, limit),
        batch: async (db, after, size) =>
          mapInChunks(await repository.batch(db, actor, request, origin.timeZone, after?.seq, size), shown),
      })
    },
  }),
  sheets: [signInLogSource],
})
