import type { AppRequestRow, AppRequestWrite } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import type { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { appRequestsErrors } from '@atrium/contract/features/open/portal-apps/app-requests.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt, toOwner } from '../../../kernel/scope.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { logoAddress, type SharedAddresses } from '../open-apps/index.ts'
import { type AppRequestsQuery, appRequestsRepository as repository } from './app-requests.repository.ts'

type Approval = InputOf<typeof appRequestsContract.approveRequest>['body']
type Refusal = InputOf<typeof appRequestsContract.rejectRequest>['body']
type Template = 'appRequestApproved' | 'appRequestRejected' | 'appRequestRevoked'

const assertFuture = (until: string | null) => {
  if (until !== null && Date.parse(until) <= Date.now()) throw refusalAt(appRequestsErrors.untilPassed, 'until')
}
const assertOpen = ({ state }: AppRequestRow) => {
  if (state !== 'open') throw new AppError(appRequestsErrors.requestDecided)
}
const noteChange = (scope: RequestScope, { app, user, state }: AppRequestRow, after: object) =>
  scope.note({
    entityId: app.id,
    entityName: app.name,
    before: { requestState: state },
    after: { applicant: user.name, ...after },
  })

type Ports = { messages: Pick<Messages, 'notify'>; addresses: SharedAddresses }
/** Requests for applications, and the decisions of approvers. */
export const createAppRequests = ({ messages, addresses }: Ports) => {
  const tell = ({ actor, ...scope }: RequestScope, { app, user }: AppRequestRow, template: Template, reason: string) =>
    messages.notify({ actor, ...scope }, [user.account], {
      companyId: actor.companyId,
      template,
      values: { company: actor.companyName, app: app.name, ...(template !== 'appRequestApproved' && { reason }) },
    })

  /** An open request on which the caller decides, locked. Of parallel decisions, the first one holds. */
  const holdOpen = async ({ db, actor }: RequestScope, id: string, version: number): Promise<AppRequestRow> => {
    await repository.lock(db, id)
    const own = await repository.findOwn(db, toOwner(actor), id)
    if (own) throw new AppError(appRequestsErrors.ownRequest)
    const request = orNotFound(await repository.findDecidedBy(db, toOwner(actor), id))
    assertOpen(request)
    assertVersion(request, version)
    return request
  }

  return {
    async requestable({ db, actor }: RequestScope) {
      const apps = await repository.requestable(db, toOwner(actor))
      return apps.map(({ logoFile, ...app }) => ({ ...app, logo: logoAddress(addresses, actor.companyId, logoFile) }))
    },

    /** Throws `untilPassed` at its field, `notRequestable` and `noApprover`. */
    async submit(scope: RequestScope, appId: string, write: AppRequestWrite) {
      const { db, actor } = scope
      const owner = toOwner(actor)
      assertFuture(write.until)
      const app = await repository.findRequestable(db, owner, appId)
      if (!app) throw new AppError(appRequestsErrors.notRequestable)
      const approvers = await repository.approverAccounts(db, owner, appId)
      if (approvers.length === 0) throw new AppError(appRequestsErrors.noApprover)
      const id = await repository.insert(db, owner, appId, write)
      scope.note({
        entityId: appId,
        entityName: app.name,
        after: { requestState: 'open', reason: write.reason, accessUntil: write.until },
      })
      await messages.notify(scope, approvers, {
        companyId: owner.companyId,
        template: 'appRequested',
        values: { company: actor.companyName, name: actor.name, app: app.name, reason: write.reason },
      })
      return { id }
    },

    listOwn({ db, actor }: RequestScope, query: AppRequestsQuery) {
      assertPageDepth(query)
      return repository.listOwn(db, toOwner(actor), query)
    },

    /** Throws `requestDecided`. */
    async withdraw(scope: RequestScope, id: string) {
      const { db, actor } = scope
      await repository.lock(db, id)
      const request = orNotFound(await repository.findOwn(db, toOwner(actor), id))
      assertOpen(request)
      await repository.decide(db, id, { state: 'withdrawn', reason: '', by: toAuthor(scope) })
      noteChange(scope, request, { requestState: 'withdrawn' })
      return null
    },

    approvals({ db, actor }: RequestScope, query: AppRequestsQuery) {
      assertPageDepth(query)
      return repository.listDecidedBy(db, toOwner(actor), query)
    },

    /** Throws `ownRequest`, `requestDecided`, `appClosed` and, at its field, `untilPassed`. */
    async approve(scope: RequestScope, id: string, { reason, until, version }: Approval) {
      const request = await holdOpen(scope, id, version)
      assertFuture(until)
      if (!(await repository.isAccepting(scope.db, request.app.id))) throw new AppError(appRequestsErrors.appClosed)
      await repository.decide(scope.db, id, { state: 'approved', reason, by: toAuthor(scope) }, { until })
      noteChange(scope, request, { requestState: 'approved', accessUntil: until, reason })
      await tell(scope, request, 'appRequestApproved', reason)
      return null
    },

    /** Throws `ownRequest` and `requestDecided`. */
    async reject(scope: RequestScope, id: string, { reason, version }: Refusal) {
      const request = await holdOpen(scope, id, version)
      await repository.decide(scope.db, id, { state: 'rejected', reason, by: toAuthor(scope) })
      noteChange(scope, request, { requestState: 'rejected', reason })
      await tell(scope, request, 'appRequestRejected', reason)
      return null
    },

    listForApp({ db, actor }: RequestScope, appId: string, query: AppRequestsQuery) {
      assertPageDepth(query)
      return repository.listForApp(db, actor, appId, query)
    },

    /** Throws `notGranted`. */
    async revoke(scope: RequestScope, appId: string, id: string, { reason, version }: Refusal) {
      const { db, actor } = scope
      await repository.lock(db, id)
      const request = orNotFound(await repository.findForApp(db, actor, appId, id))
      if (request.state !== 'approved') throw new AppError(appRequestsErrors.notGranted)
      assertVersion(request, version)
      await repository.decide(db, id, { state: 'revoked', reason, by: toAuthor(scope) })
      noteChange(scope, request, { requestState: 'revoked', reason })
      await tell(scope, request, 'appRequestRevoked', reason)
      return null
    },
  }
}
