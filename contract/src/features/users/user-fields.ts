import * as z from 'zod/mini'
import { toldByRight } from '../../kernel/restrictions.ts'

/** The fields of users that elements may restrict, and what they are called. */
export const userFields = { phone: '手机号', email: '邮箱', idCard: '身份证号', remark: '备注' } as const
export type UserField = keyof typeof userFields

/** A field of a user as answers tell it. */
export const userField = (name: UserField) => toldByRight(z.string(), `users.${name}`)
/** What somebody was reached by, in answers that are not about users: a phone number, a mail address or an account. */
export const contactOfUser = () => toldByRight(z.string(), 'users.contact')

/** Of endpoints that find people by their whole phone number: whoever is not told it finds nobody by it. */
export const findsByPhone = { by: 'users.phone', looksLike: /^\d{11}$/ } as const
