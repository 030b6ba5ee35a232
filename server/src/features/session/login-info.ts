import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { maskedMail, maskedPhone } from '../../kernel/masked.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { rolesOf } from '../access/index.ts'
import { brandingOf, secondStepNotice, tenantNotice } from '../companies/index.ts'
import { users } from '../users/index.ts'
import { sessionRepository } from './session.repository.ts'

/** Everything the console shows about the person who is signed in. */
export const loginInfo = async (scope: RequestScope) => {
  const { db, actor, origin } = scope
  const { acting, companyId, companyName, principal } = actor
  const home = { company: acting?.homeCompanyId ?? companyId, view: acting?.homeCompanyName ?? companyName }
  const [user, roles, last, notice, stepNotice, branding, signsInAt] = await Promise.all([
    users.find(db, home.company, actor.userId),
    rolesOf(db, home.company, actor.userId),
    sessionRepository.previous(db, home.company, actor.userId, acting?.homeSessionId ?? actor.sessionId),
    tenantNotice(scope),
    secondStepNotice(db, { companyId: home.company, userId: actor.userId }, origin.timeZone),
    brandingOf(db, companyId),
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
    principal: signsInAt ? { company: signsInAt.companyId, view: signsInAt.companyName } : null,
    platform: actor.platform,
    notice: [notice, stepNotice].filter(Boolean).join('；'),
    branding,
    roles,
    lastLogin: last ? { ...last, area: placeOf(last.ip) } : null,
    passwordTime: user.passwordTime,
    timeZone: user.timeZone,
  }
}
