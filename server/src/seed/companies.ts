import { creditCodeCheckCharacter } from '@atrium/contract/kernel/fields.ts'
import type { Draw } from './draw.ts'
import { brandPrefixes, brandSuffixes, businessLines, cities, streets } from './words.ts'

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
  /** Parent company; null for tenants. */
  parent: string | null
  tenant: Tenant | null
}

/** Companies are created before this date, users after it; fixed, so that runs are reproducible. */
export const openingDate = new Date('2025-10-01T00:00:00Z')
const dayMs = 86_400_000
const brands = brandPrefixes.length * brandSuffixes.length
/** Coprime to the number of brands, so that neighbours get unrelated brands. */
const brandStep = 577
/** Number of distinct company names. */
export const maxCompanies = brands * cities.length * businessLines.length

const at = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T
const makeBrand = (nth: number) => {
  const brand = (nth * brandStep) % brands
  return at([...brandPrefixes], brand) + at([...brandSuffixes], Math.floor(brand / brandPrefixes.length))
}

/** The last of every ten companies is a subsidiary of the first. */
const groupSize = 10
const findHead = (nth: number) => (nth % groupSize === groupSize - 1 ? nth - (groupSize - 1) : undefined)

const makeTenant = (nth: number): Tenant => ({
  trial: nth % 12 === 5,
  expireAt: nth % 30 === 17 ? new Date('2026-03-31T16:00:00Z') : null,
  suspendedAt: nth % 40 === 13 ? new Date('2026-02-01T02:00:00Z') : null,
  suspendReason: nth % 40 === 13 ? '欠费未续' : '',
})

export const makeCreditCode = (areaCode: string, nth: number) => {
  const others = `91${areaCode}MA${String(nth).padStart(6, '0')}0`
  return others + creditCodeCheckCharacter(others)
}

/** A company with a unique name. Takes its generator, its index from zero, and the companies before it. */
export const makeCompany = (draw: Draw, nth: number, before: readonly Company[]): Company => {
  const round = Math.floor(nth / brands)
  const [city, areaCode] = at(cities, nth + round)
  const [line, industry] = at(businessLines, nth * 7 + Math.floor(round / cities.length))
  const head = before[findHead(nth) ?? -1]
  const shortName = makeBrand(nth)
  const name = head ? `${head.name}${city}分公司` : `${city}${shortName}${line}有限公司`
  return {
    id: draw.companyId(),
    name,
    shortName: head?.shortName ?? shortName,
    code: `C${String(nth + 1).padStart(5, '0')}`,
    creditCode: makeCreditCode(areaCode, nth),
    areaCode,
    address: `${city}市${draw.pick(streets)}${1 + draw.below(999)}号`,
    industry: head?.industry ?? industry,
    createdAt: new Date(openingDate.getTime() - draw.below(700 * dayMs)),
    parent: head?.id ?? null,
    tenant: head ? null : makeTenant(nth),
  }
}
