import { v4, v7 } from 'uuid'
import { seededRandom } from '../kernel/seeded-random.ts'

/** What looks random and is the same for the same seed and number. */
export type Drawn = {
  below(most: number): number
  pick<T>(list: readonly T[]): T
  /** A company's id (`newCompanyId`), and that of a row made at a moment (`newId`). */
  companyId(): string
  idAt(time: Date): string
}

/** In: the seed of a run, and the number of what is drawn; each has an order of its own, whatever was drawn before. */
export const drawn = (seed: number, nth: number): Drawn => {
  const { below, pick } = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b))
  const bytes = () => Uint8Array.from({ length: 16 }, () => below(256))
  return {
    below,
    pick,
    companyId: () => v4({ random: bytes() }),
    idAt: (time) => v7({ random: bytes(), msecs: time.getTime() }),
  }
}
