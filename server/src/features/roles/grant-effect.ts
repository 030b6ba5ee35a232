import { maxAncestry, namedInImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { addTo, type Bitset, bitset, bitsOf, has, isEmpty, without } from './bitset.ts'

/** A role as far as it decides what its wearers may do. */
export type RoleNode = {
  id: string
  parent: string | null
  status: number
  everything: boolean
  /** The places of its own elements. */
  bits: readonly number[]
}
/** People who wear the same roles at this moment: how many, the first of them by id, and what they will wear, if that is other. */
export type WearersOf = {
  roles: readonly string[]
  next?: readonly string[]
  people: number
  first: readonly string[]
}
export type Roles = ReadonlyMap<string, RoleNode>
/** An API and the elements that open it. */
export type Gate = { api: string; bits: readonly number[] }
type Person = { userId: string; bits: readonly number[] }

/** What each role gives, by its line: a locked role gives nothing and lets nothing through (`role_lines`, migration 0011). */
const givenBy = (roles: Roles, all: Bitset) => {
  const known = new Map<string, Bitset>()
  const sumOf = (id: string): Bitset => {
    const sum = new Int32Array(all.length)
    let role = roles.get(id)
    for (let step = 1; role?.status === 1 && step <= maxAncestry; step += 1) {
      addTo(sum, role.everything ? all : bitset(role.bits, all.length))
      role = role.parent === null ? undefined : roles.get(role.parent)
    }
    return sum
  }
  return (id: string): Bitset => {
    const found = known.get(id) ?? sumOf(id)
    known.set(id, found)
    return found
  }
}

/** One side of an effect: who gains, or who loses. */
const createSide = () => {
  let people = 0
  const byBit = new Map<number, number>()
  const named: Person[] = []
  return {
    add(wearers: WearersOf, changed: Bitset) {
      if (isEmpty(changed)) return
      people += wearers.people
      const bits = bitsOf(changed)
      for (const bit of bits) byBit.set(bit, (byBit.get(bit) ?? 0) + wearers.people)
      for (const userId of wearers.first) named.push({ userId, bits })
    },
    result: () => ({
      people,
      byBit,
      named: named.sort((one, other) => (one.userId < other.userId ? -1 : 1)).slice(0, namedInImpact),
    }),
  }
}

/**
 * What a change of roles does to those who wear them: exact, since whoever wears the same roles gains and loses the same
 * (N2). In: the roles before and after, everybody affected grouped by the roles they wear, every element as a bitset, and
 * what elements open. `named` holds the first by id; an API opens when somebody can call it who could not.
 */
export const effectOf = (of: {
  before: Roles
  after: Roles
  wearers: readonly WearersOf[]
  all: Bitset
  gates: readonly Gate[]
}) => {
  const [givenBefore, givenAfter] = [givenBy(of.before, of.all), givenBy(of.after, of.all)]
  const [gain, lose] = [createSide(), createSide()]
  const [opened, closed] = [new Set<string>(), new Set<string>()]
  for (const wearers of of.wearers) {
    const [before, after] = [new Int32Array(of.all.length), new Int32Array(of.all.length)]
    for (const role of wearers.roles) addTo(before, givenBefore(role))
    for (const role of wearers.next ?? wearers.roles) addTo(after, givenAfter(role))
    const [gained, lost] = [without(after, before), without(before, after)]
    gain.add(wearers, gained)
    lose.add(wearers, lost)
    if (isEmpty(gained) && isEmpty(lost)) continue
    for (const { api, bits } of of.gates) {
      const [was, is] = [bits.some((bit) => has(before, bit)), bits.some((bit) => has(after, bit))]
      if (is && !was) opened.add(api)
      if (was && !is) closed.add(api)
    }
  }
  return { gain: gain.result(), lose: lose.result(), opened: [...opened].sort(), closed: [...closed].sort() }
}
