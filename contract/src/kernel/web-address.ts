import * as z from 'zod/mini'

const url = z.url({ protocol: /^https?$/ })
const atPortZero = /^https?:\/\/[^/?#]*:0+(?:[/?#]|$)/

/** Whether a text is an http or https address; nothing listens on port 0. */
export const isHttpUrl = (typed: string): boolean => url.safeParse(typed).success && !atPortZero.test(typed)
