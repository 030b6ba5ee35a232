import type { CallRange } from '@atrium/contract/features/open/open-apis/call-stats.ts'
import type { OpenApiState, OpenApiWrite } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import type {
  OpenApiRow,
  OpenApiUpdate,
  openApisContract,
} from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openApisErrors } from '@atrium/contract/features/open/open-apis/open-apis.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, orNotFound, toAuthor, writeHandlers } from '../../../kernel/db/crud-handlers.ts'
import { type AskedOptions, findOptions } from '../../../kernel/db/find-options.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { callStatsRepository } from './call-stats.repository.ts'
import { assertDestination, assertNoDuplicates } from './open-api-rules.ts'
import { type OpenApisQuery, openApisRepository as repository } from './open-apis.repository.ts'
import { findOpenableKeys } from './openable-endpoints.ts'

const toAuditValues = ({ rate, apiName, target, ...api }: OpenApiRow) => ({
  code: api.code,
  name: api.name,
  group: api.category,
  method: api.method,
  path: api.path,
  kind: api.kind,
  api: apiName,
  forwardTo: target,
  sandbox: api.sandbox,
  audience: api.audience,
  perMinute: rate.perMinute,
  perDay: rate.perDay,
})
const crud = writeHandlers(repository, { audited: toAuditValues })
type AppsQuery = InputOf<typeof openApisContract.apps>['query']

const assertPlatformActor = ({ platform }: Pick<Actor, 'platform'>) => {
  if (!platform) throw new AppError(openApisErrors.platformOnly)
}

type Ports = { allowedNetworks: readonly string[]; catalogue: Catalogue }

/** The platform's catalogue of open APIs. Takes networks to which calls may be forwarded beside public addresses. */
export const createOpenApis = ({ allowedNetworks, catalogue }: Ports) => {
  const openableKeys = findOpenableKeys(catalogue)
  const lockApi = async ({ db, actor }: RequestScope, id: string): Promise<OpenApiRow> => {
    assertPlatformActor(actor)
    return orNotFound(await repository.findForUpdate(db, id))
  }
  const assertState = ({ status }: OpenApiRow, ...allowed: OpenApiState[]) => {
    if (!allowed.includes(status)) throw new AppError(openApisErrors.wrongState)
  }
  const changeState = async (scope: RequestScope, before: OpenApiRow, status: OpenApiState, sunset: string | null) => {
    await repository.setStatus(scope.db, before.id, status, sunset, toAuthor(scope))
    scope.note({
      entityId: before.id,
      entityName: before.name,
      before: { state: before.status },
      after: { state: status, ...(sunset !== null && { endTime: sunset }) },
    })
    return null
  }

  return {
    list({ db, actor }: RequestScope, query: OpenApisQuery) {
      assertPlatformActor(actor)
      assertPageDepth(query)
      return repository.list(db, actor.companyId, query)
    },
    async get({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      return orNotFound(await repository.find(db, id))
    },
    async endpoints({ db, actor }: RequestScope, id: string, asked: AskedOptions) {
      assertPlatformActor(actor)
      return findOptions(id, asked, repository.openableOptions(db, openableKeys))
    },
    async apps({ db, actor }: RequestScope, id: string, query: AppsQuery) {
      assertPlatformActor(actor)
      assertPageDepth(query)
      return repository.apps(db, id, query)
    },
    /** The statistics of an API over all companies. */
    async stat({ db, actor }: RequestScope, id: string, range: CallRange) {
      assertPlatformActor(actor)
      orNotFound(await repository.find(db, id))
      return callStatsRepository.read(db, { of: 'api', id }, range)
    },

    /** Throws as `assertDestination` does, `codeTaken` and `addressTaken`. */
    async create(scope: RequestScope, api: OpenApiWrite) {
      const { db, actor } = scope
      assertPlatformActor(actor)
      await assertNoDuplicates(db, api, null)
      await assertDestination(db, api, { allowedNetworks, openableKeys })
      return crud.create(scope, api)
    },
    /** Throws as `create` does. */
    async update(scope: RequestScope, id: string, api: OpenApiUpdate) {
      assertPlatformActor(scope.actor)
      return crud.update(scope, id, api, async () => {
        await assertNoDuplicates(scope.db, api, id)
        await assertDestination(scope.db, api, { allowedNetworks, openableKeys })
      })
    },
    /** Throws `notDeletable` and `granted`. */
    async remove(scope: RequestScope, id: string) {
      assertPlatformActor(scope.actor)
      return crud.remove(scope, id, ({ status, apps }) => {
        if (status === 'online' || status === 'deprecated') throw new AppError(openApisErrors.notDeletable)
        if (apps > 0) throw new AppError(openApisErrors.granted)
      })
    },

    async issue(scope: RequestScope, id: string) {
      const before = await lockApi(scope, id)
      assertState(before, 'draft', 'deprecated', 'offline')
      return changeState(scope, before, 'online', null)
    },
    /** Throws `sunsetPassed`. */
    async deprecate(scope: RequestScope, id: string, sunset: string) {
      const before = await lockApi(scope, id)
      assertState(before, 'online', 'deprecated')
      if (Date.parse(sunset) <= Date.now()) throw refusalAt(openApisErrors.sunsetPassed, 'sunset')
      return changeState(scope, before, 'deprecated', sunset)
    },
    async revoke(scope: RequestScope, id: string) {
      const before = await lockApi(scope, id)
      assertState(before, 'online', 'deprecated')
      scope.confirm(await repository.impact(scope.db, id))
      return changeState(scope, before, 'offline', null)
    },
  }
}
