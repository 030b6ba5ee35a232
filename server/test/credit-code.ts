import { randomInt } from 'node:crypto'
import { creditCodeCheckCharacter } from '@atrium/contract/kernel/fields.ts'

/** A unified social credit code that no other company has: recognition refuses one that is taken. */
export const newCreditCode = () => {
  const others = `91310000${randomInt(1e8, 1e9)}`
  return others + creditCodeCheckCharacter(others)
}
