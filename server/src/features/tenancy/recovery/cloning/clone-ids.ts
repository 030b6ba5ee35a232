import { createHash } from 'node:crypto'
import { isId } from '../../../../kernel/ids.ts'

/**
 * New ids for those of an archive, the same for the same one, so that references hold without a list of them. One that
 * begins with its time keeps that: rows stay in their order.
 * @param seed what makes this clone another one
 */
export const createCloneIds = (seed: string) => {
  const hashOf = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex')
  const mapId = (id: string): string => {
    const hex = hashOf(id)
    const version = id[14] === '7' ? '7' : '4'
    const begins = version === '7' ? id.slice(0, 13) : `${hex.slice(0, 8)}-${hex.slice(8, 12)}`
    return `${begins}-${version}${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`
  }
  /** The same of every id in a value of JSON. */
  const mapInside = (value: unknown): unknown => {
    if (typeof value === 'string') return isId(value) ? mapId(value) : value
    if (Array.isArray(value)) return value.map(mapInside)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapInside(each)]))
  }
  return { hashOf, mapId, mapInside }
}
export type CloneIds = ReturnType<typeof createCloneIds>
