import type { loginInfo, sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import { setGrants } from '../../kernel/access/grants.ts'
import { expectCompany } from '../../kernel/api/expected-company.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { setTimeZone } from '../../ui/time-zone.ts'
import { applyLanguage } from './apply-language.ts'
import { grantsQuery, loginInfoQuery, tagsQuery } from './session-queries.ts'

export type LoginInfo = z.output<typeof loginInfo>
export type OwnGrants = ReplyOf<typeof sessionContract.grants>

/** Applies the rights of the session. A read-only visit excludes calls that change data. */
export const applyGrants = ({ modules, fields, custom }: OwnGrants, { act }: LoginInfo): void =>
  setGrants({ modules, fields, custom, isActing: act !== null, isReadOnly: act?.mode === 'view' })

/**
 * Reads the signed-in user and their rights, and binds the page to them.
 * @throws `CallError`
 */
export const readSession = async (): Promise<{ version: string; info: LoginInfo; grants: OwnGrants }> => {
  const [tags, info, grants] = await Promise.all([
    queryClient.ensureQueryData(tagsQuery),
    queryClient.ensureQueryData(loginInfoQuery),
    queryClient.ensureQueryData(grantsQuery),
  ])
  // Nothing else is shown until then.
  if (applyLanguage(info)) await new Promise(() => undefined)
  expectCompany(info.company)
  applyGrants(grants, info)
  setTimeZone(info.timeZone)
  return { version: tags.version, info, grants }
}
