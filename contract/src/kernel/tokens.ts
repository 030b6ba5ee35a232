import * as z from 'zod/mini'

/** The tokens a browser keeps. Times are seconds from now. */
export const tokens = z.object({
  token: z.string(),
  refreshToken: z.string(),
  aesKey: z.string(),
  expires: z.int(),
  refreshExpires: z.int(),
})
