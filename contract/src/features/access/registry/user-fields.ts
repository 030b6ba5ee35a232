import * as z from 'zod/mini'
import { maskedByPermission } from '../../../kernel/restrictions.ts'

/** User fields that elements can restrict, with their labels. */
export const userFields = { phone: '手机号', email: '邮箱', idCard: '身份证号', remark: '备注' } as const
export type UserField = keyof typeof userFields

/** A user field in replies; masked by permission. */
export const userField = (name: UserField) => maskedByPermission(z.string(), `users.${name}`)
/** A phone number, mail address or account in replies that are not about users. */
export const userContactField = () => maskedByPermission(z.string(), 'users.contact')

/** For endpoints that find users by complete phone number; refused to callers who cannot read phones. */
export const phoneSearch = { field: 'users.phone', pattern: /^\d{11}$/ } as const
