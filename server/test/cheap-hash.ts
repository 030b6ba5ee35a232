import { hashSync } from '@node-rs/argon2'

/** A hash that costs a sign-in a thousandth of the product's own: how one is verified stands in the hash. */
export const cheapHash = (password: string): string =>
  hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
