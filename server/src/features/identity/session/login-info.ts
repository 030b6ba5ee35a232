import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { statementsText } from '@atrium/contract/kernel/list-text.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { AppError, type RequestScope, toOwner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import { toShownBranding } from '../../tenancy/branding/index.ts'
import { secondStepNotice, tenantNotice } from '../../tenancy/tenants/index.ts'
import { findOwnProfile } from './own-profile.repository.ts'

/** A notice that the tenant's policy requires a second step at sign-in; for most tenants there is nothing to read. */
const readStepNotice = ({ db, actor, origin }: RequestScope, secondStepFrom: string | null) =>
  // During a visit it is the policy of another tenant.
  secondStepFrom === null && !actor.acting ? '' : secondStepNotice(db, toOwner(actor), origin.timeZone)

/** What the console shows about the signed-in user. */
export const loginInfo = async (scope: RequestScope) => {
  const { db, actor } = scope
  const { acting, companyId, companyName, principal } = actor
  const home = { company: acting?.homeCompanyId ?? companyId, view: acting?.homeCompanyName ?? companyName }
  const sessionId = acting?.homeSessionId ?? actor.sessionId
  const [[user], principalUser] = await Promise.all([
    findOwnProfile(db, { homeCompanyId: home.company, userId: actor.userId, sessionId, companyId }),
    principal && users.find(db, principal.companyId, principal.userId),
  ])
  if (!user) throw new AppError(kernelErrors.sessionInvalid)
  const { lastTime, lastIp, roles } = user
  const notices = await Promise.all([tenantNotice(scope, user), readStepNotice(scope, user.secondStepFrom)])
  return {
    id: user.id,
    account: user.account,
    name: user.name,
    portrait: user.portrait ?? '',
    phone: maskedPhone(user.phone),
    email: maskedMail(user.email),
    company: companyId,
    view: companyName,
    grant: acting ? 1 : 0,
    orgId: acting?.orgId ?? '',
    orgName: acting?.orgName ?? '',
    home,
    act: acting ? { by: user.name, reason: acting.reason, mode: acting.mode, until: acting.until } : null,
    principal: principalUser ? { company: principalUser.companyId, view: principalUser.companyName } : null,
    platform: actor.platform,
    notice: statementsText(notices),
    branding: toShownBranding(user),
    roles,
    lastLogin: lastTime === null ? null : { time: lastTime, ip: lastIp ?? '', area: locateIp(lastIp ?? '') },
    passwordTime: user.passwordTime,
    timeZone: user.timeZone,
    language: user.language ?? '',
    companyLanguage: user.companyLanguage ?? '',
  }
}
