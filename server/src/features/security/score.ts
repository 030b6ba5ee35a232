/** What each guard adds; together 100. A second step outweighs everything else, since it stops a stolen password. */
const weights = { freshPassword: 20, phone: 15, mail: 15, secondStep: 35, recoveryCodes: 5, signInNotice: 10 } as const

/** How well an account is guarded, 0 to 100. In: which guards stand. */
export const scoreOf = (standing: Record<keyof typeof weights, boolean>): number =>
  Object.entries(weights).reduce(
    (sum, [guard, weight]) => sum + (standing[guard as keyof typeof weights] ? weight : 0),
    0,
  )
