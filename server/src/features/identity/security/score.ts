/**
 * Weight of each protection; the sum is 100. A second step outweighs everything else, since it stops a stolen password.
 */
const weights = { freshPassword: 20, phone: 15, mail: 15, secondStep: 35, recoveryCodes: 5, signInNotice: 10 } as const

/** How well an account is protected, 0 to 100. */
export const toScore = (guards: Record<keyof typeof weights, boolean>): number =>
  Object.entries(weights).reduce(
    (sum, [guard, weight]) => sum + (guards[guard as keyof typeof weights] ? weight : 0),
    0,
  )
