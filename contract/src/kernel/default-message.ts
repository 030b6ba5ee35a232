import * as z from 'zod/mini'

/** What a field without a sentence of its own is refused with; the library's own words are neither Chinese nor for people. */
export const defaultSentence = '内容格式不正确'

z.config({ customError: () => defaultSentence })
