import type { Draw } from './draw.ts'
import { givenNames, surnames } from './words.ts'

export type Person = {
  id: string
  account: string
  name: string
  sex: number
  phone: string
  email: string | null
  status: number
  createdAt: Date
}

const weightedSurnames = surnames.flatMap((surname) => Array<typeof surname>(surname[2]).fill(surname))
const dayMs = 86_400_000
/** A prefix no carrier uses: messages sent by mistake reach no phone. */
const phonePrefix = '154'
const phoneCount = 100_000_000
/** Coprime to the number of phones, so that all numbers are distinct. */
const phoneStep = 61_803_399

/** Maximum number of people: one phone number each. */
export const maxPeople = phoneCount

const makePhone = (nth: number) => phonePrefix + String((nth * phoneStep) % phoneCount).padStart(8, '0')

/** A user with unique account and phone. Takes the generator, the index, and the earliest creation date. */
export const makePerson = (draw: Draw, nth: number, since: Date): Person => {
  const [surname, spelt] = draw.pick(weightedSurnames)
  const first = draw.pick(givenNames)
  const second = draw.below(100) < 72 ? draw.pick(givenNames) : (['', ''] as const)
  const account = `${spelt}${first[1]}${second[1]}${nth}`
  const createdAt = new Date(since.getTime() + draw.below(300 * dayMs))
  return {
    id: draw.idAt(createdAt),
    account,
    name: surname + first[0] + second[0],
    sex: 1 + draw.below(2),
    phone: makePhone(nth),
    // A reserved domain (RFC 2606).
    email: draw.below(3) === 0 ? `${account}@example.com` : null,
    status: draw.below(100) === 0 ? 0 : 1,
    createdAt,
  }
}
