import { lastOfCreditCode } from '@atrium/contract/kernel/fields.ts'
import type { Drawn } from './drawn.ts'
import { brandBeginnings, brandEnds, cities, lines, streets } from './words.ts'

type Tenant = { expireAt: Date | null; trial: boolean; suspendedAt: Date | null; suspendReason: string }
export type Company = {
  id: string
  name: string
  shortName: string
  code: string
  creditCode: string
  areaCode: string
  address: string
  industry: string
  createdAt: Date
  /** The company it belongs to; whoever has none is a tenant. */
  parent: string | null
  tenant: Tenant | null
}

/** Before this moment companies came, after it their people: fixed, so that two runs give the same rows. */
export const opening = new Date('2025-10-01T00:00:00Z')
const dayMs = 86_400_000
const brands = brandBeginnings.length * brandEnds.length
/** Coprime to how many brands there are: neighbours get brands that have nothing in common. */
const brandStep = 577
/** How many companies can have names of their own. */
export const mostCompanies = brands * cities.length * lines.length

const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T
const brandOf = (nth: number) => {
  const brand = (nth * brandStep) % brands
  return at([...brandBeginnings], brand) + at([...brandEnds], Math.floor(brand / brandBeginnings.length))
}

/** In every ten companies the last belongs to the first. */
const groupOf = 10
const headOf = (nth: number) => (nth % groupOf === groupOf - 1 ? nth - (groupOf - 1) : undefined)

const standingOf = (nth: number): Tenant => ({
  trial: nth % 12 === 5,
  expireAt: nth % 30 === 17 ? new Date('2026-03-31T16:00:00Z') : null,
  suspendedAt: nth % 40 === 13 ? new Date('2026-02-01T02:00:00Z') : null,
  suspendReason: nth % 40 === 13 ? '欠费未续' : '',
})

const creditCodeOf = (areaCode: string, nth: number) => {
  const others = `91${areaCode}MA${String(nth).padStart(6, '0')}0`
  return others + lastOfCreditCode(others)
}

/** A company of its own name by its number. In: what draws it, its number from zero, and the companies made before it. */
export const companyOf = (draw: Drawn, nth: number, before: readonly Company[]): Company => {
  const round = Math.floor(nth / brands)
  const [city, areaCode] = at(cities, nth + round)
  const [line, industry] = at(lines, nth * 7 + Math.floor(round / cities.length))
  const head = before[headOf(nth) ?? -1]
  const shortName = brandOf(nth)
  const name = head ? `${head.name}${city}分公司` : `${city}${shortName}${line}有限公司`
  return {
    id: draw.companyId(),
    name,
    shortName: head?.shortName ?? shortName,
    code: `C${String(nth + 1).padStart(5, '0')}`,
    creditCode: creditCodeOf(areaCode, nth),
    areaCode,
    address: `${city}市${draw.pick(streets)}${1 + draw.below(999)}号`,
    industry: head?.industry ?? industry,
    createdAt: new Date(opening.getTime() - draw.below(700 * dayMs)),
    parent: head?.id ?? null,
    tenant: head ? null : standingOf(nth),
  }
}
