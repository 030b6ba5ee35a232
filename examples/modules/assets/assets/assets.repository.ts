import {
  type Actor,
  createReferences,
  crudRepository,
  type Db,
  isVisibleOrganization,
  isVisibleUser,
  sql,
  stampColumns,
} from '@atrium/kit/server'
import { namesOfCategories } from '../categories/categories.server.ts'
import type { AssetRow } from './assets.contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.assets': {
      company_id: string
      id: string
      number: string
      name: string
      category: string
      price: string
      bought_on: string
      state: string
      keeper: string | null
      org: string | null
      location: string
      note: string
      months: number
      residual: string
      depreciated_months: number
      net_value: string
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}

/** An asset as it is stored: ids where readers see names. */
export type StoredAsset = Omit<AssetRow, 'category' | 'keeper' | 'org'> & {
  category: string
  keeper: string | null
  org: string | null
  depreciatedMonths: number
}

const columns = {
  id: 'id',
  number: 'number',
  name: 'name',
  category: 'category',
  price: 'price',
  boughtOn: 'bought_on',
  state: 'state',
  keeper: 'keeper',
  org: 'org',
  location: 'location',
  note: 'note',
  netValue: 'net_value',
  depreciatedMonths: 'depreciated_months',
  ...stampColumns,
} as const
const assetsRepository = crudRepository<'assets.assets', typeof columns, StoredAsset>({
  table: 'assets.assets',
  columns,
  searchIn: ['name', 'number', 'location'],
  orderBy: '-number',
})

export const references = createReferences({ keeper: 'user', org: 'organization' })

/** What a caller sees: assets of people in their row scope, and of their organisations while no one keeps them. */
const seenBy = (actor: Actor) => {
  const keeper = isVisibleUser(actor, 'keeper')
  const org = isVisibleOrganization(actor, 'org') ?? sql<boolean>`true`
  return keeper && sql<boolean>`(${keeper} or keeper is null and ${org})`
}
/** The assets that a caller sees. */
export const assetsOf = (actor: Actor) => assetsRepository.within(seenBy(actor))

/** For a caller, a function that puts names in place of ids. */
export const showAssets = (actor: Actor) => {
  const show = references.showTo(actor)
  return async (db: Db, assets: readonly StoredAsset[]): Promise<AssetRow[]> => {
    if (assets.length === 0) return []
    const names = await namesOfCategories(db, [...new Set(assets.map(({ category }) => category))])
    const toCategory = (id: string) => ({ id, name: names.get(id) ?? '' })
    return (await show(db, assets)).map((asset) => ({ ...asset, category: toCategory(asset.category) }))
  }
}
