import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { listRoles } from '../../access/authorization/index.ts'
import { users } from '../../people/users/index.ts'
import { findBranding } from '../../tenancy/branding/index.ts'
import { secondStepNotice, tenantNotice } from '../../tenancy/tenants/index.ts'
import { sessionRepository } from './session.repository.ts'

/** What the console shows about the signed-in user. */
export const loginInfo = async (scope: RequestScope) => {
  const { db, actor, origin } = scope
  const { acting, companyId, companyName, principal } = actor
  const home = { company: acting?.homeCompanyId ?? companyId, view: acting?.homeCompanyName ?? companyName }
  const [user, roles, lastSignIn, notice, stepNotice, branding, principalUser] = await Promise.all([
    users.findProfile(db, home.company, actor.userId),
    listRoles(db, home.company, actor.userId),
    sessionRepository.previousSignIn(db, home.company, actor.userId, acting?.homeSessionId ?? actor.sessionId),
    tenantNotice(scope),
    secondStepNotice(db, { companyId: home.company, userId: actor.userId }, origin.timeZone),
    findBranding(db, companyId),
    principal && users.find(db, principal.companyId, principal.userId),
  ])
  if (!user) throw new AppError(kernelErrors.sessionInvalid)
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
    notice: [notice, stepNotice].filter(Boolean).join('；'),
    branding,
    roles,
    lastLogin: lastSignIn ? { ...lastSignIn, area: locateIp(lastSignIn.ip) } : null,
    passwordTime: user.passwordTime,
    timeZone: user.timeZone,
  }
}
