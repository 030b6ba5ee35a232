import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Files } from '../../tenancy/files/index.ts'
import type { OnlineSessions } from '../online-sessions/index.ts'
import { createAccount } from './account.service.ts'

/** A user's own profile, log and sessions. */
export const createAccountFeature = ({ online, files }: { online: OnlineSessions; files: Files }) => {
  const account = createAccount(files)
  const routes = implement(accountContract, {
    profile: (scope) => account.profile(scope),
    updateProfile: (scope, { body }) => account.updateProfile(scope, body),
    logs: (scope, { query }) => account.logs(scope, query),
    portrait: (scope) => account.portrait(scope),
    replacePortrait: (scope, { file }) => account.replacePortrait(scope, file),
    sessions: (scope) => online.own(scope),
    endSession: (scope, { params }) => online.endOwn(scope, params.id),
    endOtherSessions: (scope) => online.endOthers(scope),
  })
  return { routes }
}
