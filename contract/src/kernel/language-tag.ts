import * as z from 'zod/mini'

const shape = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/
const tag = (empty: boolean) =>
  z.string().check(
    z.trim(),
    z.maxLength(35),
    z.refine((typed) => shape.test(typed) || (empty && typed === ''), '语言格式不正确'),
  )

/** A language as a BCP 47 tag, such as `en` or `zh-CN`. Whether the product knows it, the service says. */
export const languageTag = tag(false)
/** The same, or none. */
export const languageOrEmpty = z._default(tag(true), '')
