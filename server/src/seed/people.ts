import type { Drawn } from './drawn.ts'
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

const bag = surnames.flatMap((surname) => Array<typeof surname>(surname[2]).fill(surname))
const dayMs = 86_400_000
/** No carrier's numbers begin so: what is sent to them by mistake reaches nobody. */
const phoneBeginning = '154'
const phones = 100_000_000
/** Coprime to how many there are: every number comes to another one. */
const phoneStep = 61_803_399

/** How many people can be told apart: each has a phone number of his own. */
export const mostPeople = phones

const phoneOf = (nth: number) => phoneBeginning + String((nth * phoneStep) % phones).padStart(8, '0')

/** Somebody as he was added, one of a kind on the platform by his number. In: what draws him, his number, and since when. */
export const personOf = (draw: Drawn, nth: number, since: Date): Person => {
  const [surname, spelt] = draw.pick(bag)
  const first = draw.pick(givenNames)
  const second = draw.below(100) < 72 ? draw.pick(givenNames) : (['', ''] as const)
  const account = `${spelt}${first[1]}${second[1]}${nth}`
  const createdAt = new Date(since.getTime() + draw.below(300 * dayMs))
  return {
    id: draw.idAt(createdAt),
    account,
    name: surname + first[0] + second[0],
    sex: 1 + draw.below(2),
    phone: phoneOf(nth),
    // A domain that is nobody's (RFC 2606).
    email: draw.below(3) === 0 ? `${account}@example.com` : null,
    status: draw.below(100) === 0 ? 0 : 1,
    createdAt,
  }
}
