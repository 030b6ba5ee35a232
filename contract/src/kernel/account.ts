import * as z from 'zod/mini'

/** Account name for sign-in. ASCII only: the database searches rely on it. */
export const account = z
  .string('请输入账号')
  .check(
    z.trim(),
    z.minLength(1, '请输入账号'),
    z.regex(/^[A-Za-z][A-Za-z0-9_]{3,29}$/, '账号为 4-30 位字母、数字或下划线，以字母开头'),
  )
