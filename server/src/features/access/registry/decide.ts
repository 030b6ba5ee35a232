import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { addressKey, addressOf } from '@atrium/contract/kernel/endpoint-address.ts'
import { isOfModule } from '@atrium/contract/kernel/permission.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import type { FieldRestriction, Restrictions } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { strictestRestrictions } from '../../../kernel/restrictions.ts'
import type { Actor, Decision, Rate, ReadAudit } from '../../../kernel/scope.ts'
import { canRecordReads, canRequireReauthentication } from './conditions.ts'

export type RegistryRow = {
  method: string
  path: string
  auth: string
  /** Codes of the elements it is bound to, and their bit positions. */
  elements: readonly string[]
  bits: readonly number[]
  /** Bit positions of the elements that opened it when observation began; empty if not observed. */
  observed: readonly number[]
  rate: Rate | null
  name: string
  mfa: boolean
  audit: ApiRow['audit']
}
export type ElementBit = { code: string; bit: number; field?: FieldRestriction | null }
/** Upper limit of what the roles of a company can hold; `off`: modules that are switched off for it. */
export type Ceiling = { name: string; elements: readonly string[]; off?: readonly string[] }
export type Registry = {
  rules: ReadonlyMap<Endpoint, Rule>
  bitOf: ReadonlyMap<string, number>
  words: number
  /** Display name of a module. */
  moduleName(module: string): string
  /** Elements that restrict a field. */
  fields: readonly { code: string; field: FieldRestriction }[]
}
type BitPositions = readonly (readonly [word: number, mask: number])[]
type Rule = {
  auth: string
  needed: BitPositions
  observed: BitPositions
  codes: readonly string[]
  boundText: string
  rate: Rate | undefined
  mfa: boolean
  audit: ReadAudit | undefined
}
type Step = Decision['trace'][number]

const bitsPerWord = 32
const toBitPosition = (bit: number) => [Math.floor(bit / bitsPerWord), 1 << (bit % bitsPerWord)] as const

/** Observation never opens APIs that reach beyond the caller's company (decision 30). */
export const canBeObserved = ({ access, reach }: Endpoint): boolean =>
  access.kind === 'permitted' && reach !== 'platform'

/** Compiles the bindings of the endpoints of a catalogue, so that a decision is one lookup and a few comparisons. */
export const compileRegistry = (
  { endpoints, moduleName }: Pick<Catalogue, 'endpoints' | 'moduleName'>,
  rows: readonly RegistryRow[],
  bits: readonly ElementBit[],
): Registry => {
  const byAddress = new Map(rows.map((row) => [addressKey(row), row]))
  const rules = endpoints.flatMap((endpoint) => {
    const row = byAddress.get(addressKey(addressOf(endpoint)))
    if (!row) return []
    const { auth, bits: needed, elements, observed, rate, mfa, audit: level, name } = row
    const rule: Rule = {
      auth,
      needed: needed.map(toBitPosition),
      observed: canBeObserved(endpoint) ? observed.map(toBitPosition) : [],
      codes: elements,
      boundText: elements.join('、'),
      rate: rate ?? undefined,
      mfa: mfa && canRequireReauthentication(endpoint),
      audit: level !== 'none' && canRecordReads(endpoint) ? { level, name } : undefined,
    }
    return [[endpoint, rule] as const]
  })
  const highestBit = bits.reduce((most, { bit }) => Math.max(most, bit), 0)
  return {
    rules: new Map(rules),
    bitOf: new Map(bits.map(({ code, bit }) => [code, bit])),
    words: Math.floor(highestBit / bitsPerWord) + 1,
    moduleName,
    fields: bits.flatMap(({ code, field }) => (field ? [{ code, field }] : [])),
  }
}

/**
 * Field restrictions of a user: those of elements in the company's plan that the user does not hold (decision 62).
 * Undefined if there are none.
 */
export const restrictionsFor = (
  { fields }: Registry,
  permissions: Actor['permissions'],
  plan?: Ceiling | undefined,
): Restrictions | undefined =>
  permissions === 'everything'
    ? undefined
    : strictestRestrictions(
        fields
          .filter(({ code }) => !permissions.has(code) && (!plan || plan.elements.includes(code)))
          .map(({ field }) => field),
      )

const step = (name: Step['step'], ok: boolean, detail: string): Step => ({ step: name, ok, detail })
const sessionStep = step('session', true, '会话有效')
const companyStep = step('company', true, '公司可用')
const rootStep = step('element', true, '平台超级管理员拥有全部权限')
const unregisteredStep = step('auth', false, '接口未登记')
const unboundStep = step('element', false, '接口未绑定权限点')
const signedInStep = step('auth', true, '登录后即可调用')
const byElementStep = step('auth', true, '需要绑定的权限点')
const observedStep = step('mode', true, '观察模式：本应拒绝，已放行并记录')

const reauthenticationStep: Step = {
  step: 'mfa',
  ok: true,
  get detail() {
    return t('调用前须验证身份，验证后 {minutes} 分钟内有效', { minutes: reauthenticationMinutes })
  },
}

/** Adds reauthentication and auditing to an allowed decision. */
const withConditions = (decision: Decision, rule: Rule | undefined): Decision => {
  const { mfa, audit } = rule ?? {}
  if (!decision.allowed || !(mfa || audit)) return decision
  return {
    ...decision,
    ...(audit && { audit }),
    ...(mfa && { mfa, trace: [...decision.trace, reauthenticationStep] }),
  }
}

/** Takes the plan, whether it holds a required element, and the display text of the required ones. */
export const planStep = ({ name }: Ceiling, ok: boolean, bound: string): Step =>
  step('plan', ok, ok ? t('套餐“{name}”包含所需的权限点', { name }) : t('套餐“{name}”不包含 {bound}', { name, bound }))

/** The step of a call to a module that is off, by the elements that open it; undefined for others. */
const moduleStep = ({ moduleName }: Registry, { off = [] }: Ceiling, codes: readonly string[]): Step | undefined => {
  const name = off.find((module) => codes.every((code) => isOfModule(module, code)))
  if (name === undefined) return undefined
  return step('module', false, t('“{name}”已对本公司停用，可联系平台运营启用', { name: t(moduleName(name)) }))
}

type BitPosition = ReturnType<typeof toBitPosition>
const toBits = ({ bitOf, words }: Registry, codes: Iterable<string>): Int32Array => {
  const bits = new Int32Array(words)
  for (const code of codes) {
    const bit = bitOf.get(code)
    if (bit === undefined) continue
    const [word, mask] = toBitPosition(bit)
    bits[word] = (bits[word] ?? 0) | mask
  }
  return bits
}
const hasBit = (bits: Int32Array, [word, mask]: BitPosition) => ((bits[word] ?? 0) & mask) !== 0

/**
 * Returns a function that authorizes an endpoint: `allow = session ∧ company ∧ auth rule ∧ one bound element held and
 * in the plan`. It runs without I/O and returns its trace; session and company were checked when the actor was created.
 * An API without bound elements is denied to all but holders of everything (default deny). In observe mode, holders of
 * an element that opened the API when observation began are admitted and marked as observed. Reauthentication is
 * required of holders of everything, too.
 */
export const createDecide = (
  registry: Registry,
  permissions: Actor['permissions'],
  plan?: Ceiling | undefined,
): Actor['decide'] => {
  const { rules } = registry
  if (permissions === 'everything' && !plan) {
    const allowed: Decision = { allowed: true, trace: [sessionStep, companyStep, byElementStep, rootStep] }
    return (endpoint) => withConditions(allowed, rules.get(endpoint))
  }
  const held = permissions === 'everything' ? undefined : toBits(registry, permissions)
  const inPlan = plan && toBits(registry, plan.elements)
  const isHeld = (position: BitPosition) => !held || hasBit(held, position)
  const opens = (position: BitPosition) => isHeld(position) && (!inPlan || hasBit(inPlan, position))
  const decide = (rule: Rule | undefined): Decision => {
    if (!rule) return { allowed: false, trace: [sessionStep, companyStep, unregisteredStep] }
    const { rate } = rule
    if (rule.auth !== 'perm') return { allowed: true, rate, trace: [sessionStep, companyStep, signedInStep] }
    if (rule.needed.length === 0)
      return { allowed: false, trace: [sessionStep, companyStep, byElementStep, unboundStep] }
    const allowed = rule.needed.some(opens)
    const steps = [sessionStep, companyStep, byElementStep, step('element', rule.needed.some(isHeld), rule.boundText)]
    const isInPlan = !inPlan || rule.needed.some((position) => hasBit(inPlan, position))
    const trace = plan
      ? [...steps, moduleStep(registry, plan, rule.codes) ?? planStep(plan, isInPlan, rule.boundText)]
      : steps
    if (allowed || !rule.observed.some(opens)) return { allowed, rate, trace }
    return { allowed: true, observed: true, rate, trace: [...trace, observedStep] }
  }
  return (endpoint) => {
    const rule = rules.get(endpoint)
    return withConditions(decide(rule), rule)
  }
}

/** The same decisions without observation, which does not apply to guests. */
export const withoutObservation =
  (decide: Actor['decide']): Actor['decide'] =>
  (endpoint) => {
    const { observed, ...decision } = decide(endpoint)
    return observed ? { allowed: false, rate: decision.rate, trace: decision.trace.slice(0, -1) } : decision
  }
