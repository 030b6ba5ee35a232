import {
  AppError,
  assertDictionaryCode,
  crudHandlers,
  type Db,
  type Feature,
  implement,
  type ModulePorts,
  orNotFound,
  type RequestScope,
  refusalAt,
  sql,
  toAuthor,
} from '@atrium/kit/server'
import { depreciationOf } from '../depreciation/depreciation.ts'
import { addHandover, handoversOf } from '../handovers/handovers.ts'
import { type AssetUpdate, assetSettings, assetsContract, assetsErrors } from './assets.contract.ts'
import { assetsOf, references, type StoredAsset, showAssets } from './assets.repository.ts'
import { assetSource } from './assets.source.ts'

type Ports = Pick<ModulePorts, 'exportSheet' | 'numbering' | 'settings'>

/** As many as the tab on the page of a user shows. */
const mostKept = 50
const series = { name: 'asset', period: 'year', digits: 6, gapless: true } as const
const crud = crudHandlers(assetsOf, { audited: ['number', 'name', 'price', 'boughtOn', 'state', 'location', 'note'] })

const assertNotScrapped = ({ state }: StoredAsset) => {
  if (state === 'scrapped') throw new AppError(assetsErrors.scrapped)
}
const assertNotDepreciated = ({ depreciatedMonths }: StoredAsset) => {
  if (depreciatedMonths > 0) throw new AppError(assetsErrors.depreciated)
}
/** Refuses states that the dictionary does not have, and the one that takes an approval. */
const assertState = async (db: Db, state: string, before?: string) => {
  if (state === 'scrapped') throw refusalAt(assetsErrors.scrapIsApproved, 'state')
  await assertDictionaryCode(db, { group: 'assetState', code: state, field: 'state', ...(before && { before }) })
}

/** What deciders read: many assets have the same name. */
const toTitle = ({ name, number }: StoredAsset) => `${name}（${number}）`

/** The next number that no asset was given by hand or by an import. */
const takeNumber = async ({ db, actor }: RequestScope, { numbering, settings }: Ports): Promise<string> => {
  const { 'assets.numberPrefix': prefix } = await settings.read(assetSettings, db)
  for (;;) {
    const number = await numbering.take({ db, companyId: actor.companyId }, { ...series, prefix })
    const taken = await db.selectFrom('assets.assets').where('number', '=', number).select('id').executeTakeFirst()
    if (!taken) return number
  }
}

/** How an asset will lose its value, by its category. */
const termsOf = async (db: Db, { category, price }: Pick<AssetUpdate, 'category' | 'price'>) => {
  const terms = await db
    .selectFrom('assets.categories')
    .where('id', '=', category)
    .select(['months', sql<string>`round(${price}::numeric * residual_percent / 100, 2)`.as('residual')])
    .executeTakeFirst()
  if (!terms) throw refusalAt(assetsErrors.categoryMissing, 'category')
  return { ...terms, netValue: price }
}
const changesValue = (before: StoredAsset, { category, price, boughtOn }: AssetUpdate) =>
  before.category !== category || Number(before.price) !== Number(price) || before.boughtOn !== boughtOn

/** Assets of a company, each shown to those who see its keeper. */
export const createAssets = (ports: Ports): Feature => ({
  routes: implement(assetsContract, {
    ...crud,
    async list(scope, query) {
      const { data, ...total } = await crud.list(scope, query)
      return { ...total, data: await showAssets(scope.actor)(scope.db, data) }
    },
    async get(scope, id) {
      const [asset] = await showAssets(scope.actor)(scope.db, [await crud.get(scope, id)])
      return orNotFound(asset)
    },
    async create(scope, body) {
      await references.assertPresent(scope, body)
      await assertState(scope.db, body.state)
      const terms = await termsOf(scope.db, body)
      const number = body.number || (await takeNumber(scope, ports))
      const created = await crud.create(scope, { ...body, ...terms, number })
      if (body.keeper) await addHandover(scope, { assetId: created.id, keeper: body.keeper, reason: '' })
      return created
    },
    async update(scope, id, body) {
      const before = await assetsOf(scope.actor).findForUpdate(scope.db, id)
      const kept = await references.keepUnseen(scope, before && { org: before.org, keeper: null }, {
        ...body,
        keeper: null,
      })
      const { keeper: _, ...write } = kept
      const terms = before && changesValue(before, body) ? await termsOf(scope.db, body) : {}
      return crud.update(scope, id, { ...write, ...terms }, async (asset) => {
        assertNotScrapped(asset)
        if (changesValue(asset, body)) assertNotDepreciated(asset)
        await assertState(scope.db, body.state, asset.state)
      })
    },
    remove: (scope, id) => crud.remove(scope, id, assertNotDepreciated),
    keptBy: (scope, userId) => keptBy(scope, userId),
    mine: (scope) => keptBy(scope, scope.actor.userId),
    async handOver(scope, id, { keeper, reason }) {
      await references.assertPresent(scope, { keeper })
      const { before, after } = await changeAsset(scope, id, { keeper, state: 'inUse' }, (asset) => {
        if (asset.keeper === keeper) throw refusalAt(assetsErrors.keptAlready, 'keeper')
      })
      await addHandover(scope, { assetId: id, keeper, reason })
      const [from, to] = await showAssets(scope.actor)(scope.db, [before, after])
      scope.note({
        entityId: id,
        entityName: toTitle(after),
        before: { keeper: from?.keeper?.name ?? '' },
        after: { keeper: to?.keeper?.name ?? '', reason },
      })
      return null
    },
    async handovers({ db, actor }, id) {
      orNotFound(await assetsOf(actor).find(db, id))
      return handoversOf(db, actor, id)
    },
    async depreciation({ db, actor }, id) {
      orNotFound(await assetsOf(actor).find(db, id))
      return depreciationOf(db, id)
    },
    async scrap(scope, id, { reason }) {
      const { after } = await changeAsset(scope, id, { state: 'scrapped' })
      scope.note({ entityId: id, entityName: toTitle(after), after: { reason } })
      return null
    },
    exportAssets: (scope, request) => {
      const [assets, show] = [assetsOf(scope.actor), showAssets(scope.actor)]
      return ports.exportSheet(scope, {
        source: assetSource,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => assets.count(db, request, limit),
        batch: async (db, after, size) => show(db, await assets.batch(db, request, after?.id, size)),
      })
    },
  }),
  sheets: [assetSource],
  dictionaryUses: [{ group: 'assetState', table: 'assets.assets', column: 'state', name: '资产的状态' }],
  constraints: {
    assets__number: { ...assetsErrors.numberTaken, field: 'number' },
    assets__category: { ...assetsErrors.categoryMissing, field: 'category' },
    assets__keeper: { ...assetsErrors.keeperMissing, field: 'keeper' },
    assets__org: { ...assetsErrors.orgMissing, field: 'org' },
  },
})

const keptBy = async ({ db, actor }: RequestScope, keeper: string) => {
  const query = { page: 1, size: mostKept, search: '', sort: '', 'f.keeper': keeper }
  return showAssets(actor)(db, (await assetsOf(actor).list(db, query)).data)
}

/** Changes an asset in use that the caller sees. */
const changeAsset = async (
  { db, actor }: RequestScope,
  id: string,
  change: { keeper?: string; state: string },
  rule: (before: StoredAsset) => void = () => undefined,
) => {
  const assets = assetsOf(actor)
  const before = orNotFound(await assets.findForUpdate(db, id))
  assertNotScrapped(before)
  rule(before)
  return { before, after: await assets.update(db, id, change, toAuthor({ actor })) }
}
