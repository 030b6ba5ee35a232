import * as z from 'zod/mini'

/** Message for fields without one of their own; zod's default messages are not in Chinese. */
export const defaultMessage = '内容格式不正确'

z.config({ customError: () => defaultMessage })
