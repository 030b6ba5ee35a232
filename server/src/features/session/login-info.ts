import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { rolesOf } from '../access/index.ts'
import { users } from '../users/index.ts'
import { sessionRepository } from './session.repository.ts'

const maskedPhone = (phone: string | null) => phone?.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2') ?? ''
const maskedEmail = (email: string | null) => email?.replace(/^(.).*(@.*)$/, '$1***$2') ?? ''

/** Everything the console shows about the person who is signed in. */
export const loginInfo = async ({ db, actor }: RequestScope) => {
  const [user, roles, last] = await Promise.all([
    users.find(db, actor.companyId, actor.userId),
    rolesOf(db, actor.companyId, actor.userId),
    sessionRepository.previous(db, actor.companyId, actor.userId, actor.sessionId),
  ])
  if (!user) throw new AppError(kernelErrors.sessionInvalid)
  return {
    id: user.id,
    account: user.account,
    name: user.name,
    portrait: user.portrait ?? '',
    phone: maskedPhone(user.phone),
    email: maskedEmail(user.email),
    company: actor.companyId,
    view: user.companyName,
    grant: 0,
    platform: user.platform,
    roles,
    lastLogin: last ?? null,
    passwordTime: user.passwordTime,
  }
}
