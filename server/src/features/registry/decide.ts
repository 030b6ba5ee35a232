import type { ApiRow } from '@atrium/contract/features/registry/registry.contract.ts'
import { proofMinutes } from '@atrium/contract/features/security/security.contract.ts'
import { endpoints } from '@atrium/contract/index.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { FieldRestriction, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { strictest } from '../../kernel/restrictions.ts'
import type { Actor, Decision, Rate, ReadAudit } from '../../kernel/scope.ts'
import { mayAskProof, mayBeRecorded } from './conditions.ts'
import { addressKey, keyOfEndpoint } from './declared.ts'

export type RegistryRow = {
  method: string
  path: string
  auth: string
  /** The elements it is bound to, and their places in the bitset. */
  elements: readonly string[]
  bits: readonly number[]
  /** The places of those that opened it when its observation began; none where it is not observed. */
  observed: readonly number[]
  rate: Rate | null
  name: string
  mfa: boolean
  audit: ApiRow['audit']
}
export type Bit = { code: string; bit: number; field?: FieldRestriction | null }
/** Everything decisions need, at one epoch. */
/** What the roles of a company can hold at most, whatever they say. */
export type Ceiling = { name: string; elements: readonly string[] }
export type Registry = {
  rules: ReadonlyMap<Endpoint, Rule>
  bitOf: ReadonlyMap<string, number>
  words: number
  /** The elements that restrict a field. */
  fields: readonly { code: string; field: FieldRestriction }[]
}
type Places = readonly (readonly [word: number, mask: number])[]
type Rule = {
  auth: string
  needed: Places
  observed: Places
  bound: string
  rate: Rate | undefined
  mfa: boolean
  audit: ReadAudit | undefined
}
type Step = Decision['trace'][number]

const bitsPerWord = 32
const placeOf = (bit: number) => [Math.floor(bit / bitsPerWord), 1 << (bit % bitsPerWord)] as const

/** What reaches beyond the caller's company is never opened by observation (docs/decisions/0030). */
export const mayBeObserved = ({ access, reach }: Endpoint): boolean =>
  access.kind === 'permitted' && reach !== 'platform'

/** Compiles the bindings, so that a decision is a look-up and a few comparisons. */
export const compileRegistry = (rows: readonly RegistryRow[], bits: readonly Bit[]): Registry => {
  const byAddress = new Map(rows.map((row) => [addressKey(row), row]))
  const rules = endpoints.flatMap((endpoint) => {
    const row = byAddress.get(keyOfEndpoint(endpoint))
    if (!row) return []
    const { auth, bits: needed, elements, observed, rate, mfa, audit: level, name } = row
    const rule: Rule = {
      auth,
      needed: needed.map(placeOf),
      observed: mayBeObserved(endpoint) ? observed.map(placeOf) : [],
      bound: elements.join('、'),
      rate: rate ?? undefined,
      mfa: mfa && mayAskProof(endpoint),
      audit: level !== 'none' && mayBeRecorded(endpoint) ? { level, name } : undefined,
    }
    return [[endpoint, rule] as const]
  })
  const highest = bits.reduce((most, { bit }) => Math.max(most, bit), 0)
  return {
    rules: new Map(rules),
    bitOf: new Map(bits.map(({ code, bit }) => [code, bit])),
    words: Math.floor(highest / bitsPerWord) + 1,
    fields: bits.flatMap(({ code, field }) => (field ? [{ code, field }] : [])),
  }
}

/**
 * Which fields are kept from somebody with these rights, and how: those of the elements that his company can have and he does
 * not hold. Holding one lifts what it restricts (decision 62). Out: undefined where there are none.
 */
export const restrictionsFor = (
  { fields }: Registry,
  permissions: Actor['permissions'],
  plan?: Ceiling | undefined,
): Restrictions | undefined =>
  permissions === 'everything'
    ? undefined
    : strictest(
        fields
          .filter(({ code }) => !permissions.has(code) && (!plan || plan.elements.includes(code)))
          .map(({ field }) => field),
      )

const step = (name: Step['step'], ok: boolean, detail: string): Step => ({ step: name, ok, detail })
const session = step('session', true, '会话有效')
const company = step('company', true, '企业可用')
const root = step('element', true, '平台超级管理员拥有全部权限')
const unknown = step('auth', false, '接口未登记')
const unbound = step('element', false, '接口未绑定元素')
const signedIn = step('auth', true, '登录后即可调用')
const byElement = step('auth', true, '需要绑定的元素')
const letThrough = step('mode', true, '观察模式：本应拒绝，已放行并记录')

const proof = step('mfa', true, `调用前要验证身份，验证后 ${proofMinutes} 分钟内不用再验证`)

/** What the registry wants of a call besides the right to it. Whoever is refused is asked for nothing. */
const withConditions = (decision: Decision, rule: Rule | undefined): Decision => {
  const { mfa, audit } = rule ?? {}
  if (!decision.allowed || !(mfa || audit)) return decision
  return {
    ...decision,
    ...(audit && { audit }),
    ...(mfa && { mfa, trace: [...decision.trace, proof] }),
  }
}

/** In: the ceiling, whether it holds one of the elements that are needed, and their codes as people read them. */
export const planStep = ({ name }: Ceiling, ok: boolean, bound: string): Step =>
  step('plan', ok, ok ? `套餐“${name}”包含所需的元素` : `套餐“${name}”不包含 ${bound}`)

type Place = ReturnType<typeof placeOf>
const bitsOf = ({ bitOf, words }: Registry, codes: Iterable<string>): Int32Array => {
  const bits = new Int32Array(words)
  for (const code of codes) {
    const bit = bitOf.get(code)
    if (bit === undefined) continue
    const [word, mask] = placeOf(bit)
    bits[word] = (bits[word] ?? 0) | mask
  }
  return bits
}
const has = (bits: Int32Array, [word, mask]: Place) => ((bits[word] ?? 0) & mask) !== 0

/**
 * What somebody with these rights may call: `allow = session ∧ company ∧ auth rule ∧ one bound element held and in the
 * plan` (wire §6). In: the compiled registry, what his roles give, and the ceiling of his company if it has one. Out: a
 * function of the endpoint that asks nobody anything and returns its trace; that session and company are in order is what
 * made the caller an actor. An API that is bound to no element is refused to all who do not hold everything (threat T20,
 * default deny). Where an API is observed, whoever holds what opened it when that began is let through and known to be
 * (beyond N7). A fresh proof is asked of whoever holds everything, too.
 */
export const createDecide = (
  registry: Registry,
  permissions: Actor['permissions'],
  plan?: Ceiling | undefined,
): Actor['decide'] => {
  const { rules } = registry
  if (permissions === 'everything' && !plan) {
    const allowed: Decision = { allowed: true, trace: [session, company, byElement, root] }
    return (endpoint) => withConditions(allowed, rules.get(endpoint))
  }
  const held = permissions === 'everything' ? undefined : bitsOf(registry, permissions)
  const inPlan = plan && bitsOf(registry, plan.elements)
  const isHeld = (place: Place) => !held || has(held, place)
  const opens = (place: Place) => isHeld(place) && (!inPlan || has(inPlan, place))
  const decide = (rule: Rule | undefined): Decision => {
    if (!rule) return { allowed: false, trace: [session, company, unknown] }
    const { rate } = rule
    if (rule.auth !== 'perm') return { allowed: true, rate, trace: [session, company, signedIn] }
    if (rule.needed.length === 0) return { allowed: false, trace: [session, company, byElement, unbound] }
    const allowed = rule.needed.some(opens)
    const found = [session, company, byElement, step('element', rule.needed.some(isHeld), rule.bound)]
    const isPlanned = !inPlan || rule.needed.some((place) => has(inPlan, place))
    const trace = plan ? [...found, planStep(plan, isPlanned, rule.bound)] : found
    if (allowed || !rule.observed.some(opens)) return { allowed, rate, trace }
    return { allowed: true, observed: true, rate, trace: [...trace, letThrough] }
  }
  return (endpoint) => {
    const rule = rules.get(endpoint)
    return withConditions(decide(rule), rule)
  }
}

/** The same decisions for a guest: nobody tries out a rule in somebody else's house. */
export const withoutObserving =
  (decide: Actor['decide']): Actor['decide'] =>
  (endpoint) => {
    const { observed, ...decision } = decide(endpoint)
    return observed ? { allowed: false, rate: decision.rate, trace: decision.trace.slice(0, -1) } : decision
  }
