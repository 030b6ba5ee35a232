import { v4, v7 } from 'uuid'
import { seededRandom } from '../kernel/seeded-random.ts'

/** Random values, reproducible by seed and index. */
export type Draw = {
  below(max: number): number
  pick<T>(list: readonly T[]): T
  /** Ids as `newCompanyId` makes them, and as `newId` makes them at a moment. */
  companyId(): string
  idAt(time: Date): string
}

/** Takes the seed of a run and the index of the entity; each entity has its own sequence. */
export const createDraw = (seed: number, nth: number): Draw => {
  const { below, pick } = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b))
  const bytes = () => Uint8Array.from({ length: 16 }, () => below(256))
  return {
    below,
    pick,
    companyId: () => v4({ random: bytes() }),
    idAt: (time) => v7({ random: bytes(), msecs: time.getTime() }),
  }
}
