import { maxNamesInImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { addTo, type Bitset, difference, has, isEmpty, listBits } from './bitset.ts'
import { type AssigneeGroup, createEffectiveElements, type RolesById } from './effective-elements.ts'
import { createReasonOfUnchanged, type UnchangedReason } from './unchanged-rights.ts'

/** An API with the elements that open it. */
export type Gate = { api: string; bits: readonly number[] }
type Person = { userId: string; bits: readonly number[] }

const firstById = <P extends { userId: string }>(people: readonly P[]): P[] =>
  people.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)).slice(0, maxNamesInImpact)

/** Counts one side of an effect: gains or losses. */
const createChangeCounter = () => {
  let people = 0
  const byBit = new Map<number, number>()
  const named: Person[] = []
  return {
    add(group: AssigneeGroup, changed: Bitset) {
      if (isEmpty(changed)) return
      people += group.people
      const bits = listBits(changed)
      for (const bit of bits) byBit.set(bit, (byBit.get(bit) ?? 0) + group.people)
      for (const userId of group.first) named.push({ userId, bits })
    },
    result: () => ({
      people,
      byBit,
      named: firstById(named),
    }),
  }
}

/** Counts users whose rights stay the same, by reason. */
const createUnchangedCounter = () => {
  const byReason = new Map<
    UnchangedReason['reason'],
    { people: number; named: { userId: string; roles: string[] }[] }
  >()
  return {
    add(group: AssigneeGroup, { reason, roles }: UnchangedReason) {
      const { people, named } = byReason.get(reason) ?? { people: 0, named: [] }
      const all = [...named, ...group.first.map((userId) => ({ userId, roles }))]
      byReason.set(reason, { people: people + group.people, named: firstById(all) })
    },
    /** Sorted, because equal impacts must read the same. */
    result: () =>
      [...byReason]
        .map(([reason, counted]) => ({ reason, ...counted }))
        .sort((one, other) => (one.reason < other.reason ? -1 : 1)),
  }
}

/**
 * Effect of a role change on its assignees. Exact, because users with the same roles gain and lose the same. Takes
 * roles before and after, affected users grouped by roles, all elements as a bitset, those the company's plan
 * withholds, and what elements open. `named` holds the first users by id; an API opens if some user could not call it
 * before.
 */
export const measureEffect = (of: {
  before: RolesById
  after: RolesById
  assigneeGroups: readonly AssigneeGroup[]
  all: Bitset
  withheld: Bitset
  gates: readonly Gate[]
}) => {
  const effective = [createEffectiveElements(of.before, of.all), createEffectiveElements(of.after, of.all)] as const
  const [elementsBefore, elementsAfter] = effective
  const [gain, lose, unchanged] = [createChangeCounter(), createChangeCounter(), createUnchangedCounter()]
  const reasonOfUnchanged = createReasonOfUnchanged({ ...of, effective })
  const [opened, closed] = [new Set<string>(), new Set<string>()]
  for (const group of of.assigneeGroups) {
    const [before, after] = [new Int32Array(of.all.length), new Int32Array(of.all.length)]
    for (const role of group.roles) addTo(before, elementsBefore(role))
    for (const role of group.next ?? group.roles) addTo(after, elementsAfter(role))
    const gained = difference(difference(after, before), of.withheld)
    const lost = difference(difference(before, after), of.withheld)
    gain.add(group, gained)
    lose.add(group, lost)
    if (isEmpty(gained) && isEmpty(lost)) {
      unchanged.add(group, reasonOfUnchanged(group))
      continue
    }
    for (const { api, bits } of of.gates) {
      const holds = (held: Bitset) => bits.some((bit) => has(held, bit) && !has(of.withheld, bit))
      const [was, is] = [holds(before), holds(after)]
      if (is && !was) opened.add(api)
      if (was && !is) closed.add(api)
    }
  }
  return {
    gain: gain.result(),
    lose: lose.result(),
    unchanged: unchanged.result(),
    opened: [...opened].sort(),
    closed: [...closed].sort(),
  }
}
