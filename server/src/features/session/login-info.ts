import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { placeOf } from '../../kernel/place-of-ip.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { rolesOf } from '../access/index.ts'
import { tenantNotice } from '../companies/index.ts'
import { maskedMail, maskedPhone, users } from '../users/index.ts'
import { sessionRepository } from './session.repository.ts'

/** Everything the console shows about the person who is signed in. */
export const loginInfo = async ({ db, actor, origin }: RequestScope) => {
  const [user, roles, last, notice] = await Promise.all([
    users.find(db, actor.companyId, actor.userId),
    rolesOf(db, actor.companyId, actor.userId),
    sessionRepository.previous(db, actor.companyId, actor.userId, actor.sessionId),
    tenantNotice(db, actor.companyId, origin.timeZone),
  ])
  if (!user) throw new AppError(kernelErrors.sessionInvalid)
  return {
    id: user.id,
    account: user.account,
    name: user.name,
    portrait: user.portrait ?? '',
    phone: maskedPhone(user.phone),
    email: maskedMail(user.email),
    company: actor.companyId,
    view: user.companyName,
    grant: 0,
    platform: user.platform,
    notice,
    roles,
    lastLogin: last ? { ...last, area: placeOf(last.ip) } : null,
    passwordTime: user.passwordTime,
    timeZone: user.timeZone,
  }
}
