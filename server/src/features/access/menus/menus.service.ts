import { parseMetadata } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import {
  type MenuMove,
  type MenuRow,
  type MenuWrite,
  menusContract,
  type NeededElement,
} from '@atrium/contract/features/access/menus/menus.contract.ts'
import { menusErrors } from '@atrium/contract/features/access/menus/menus.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { type AskedOptions, findOptions } from '../../../kernel/db/find-options.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { keepSources, productName } from '../../../kernel/texts/product-name.ts'
import { assertPageExists } from './known-pages.ts'
import { confirmMenuImpact } from './menu-effects.ts'
import { createForest } from './menu-forest.ts'
import { assertValidMenus } from './menu-rules.ts'
import { menusRepository as repository, type StoredMenu } from './menus.repository.ts'

/** Menus are shared by all companies; only the platform company edits them. The database enforces it too. */
const assertPlatformCompany = ({ actor }: RequestScope) => {
  if (!actor.platform) throw new AppError(kernelErrors.forbidden)
}
const toRow = ({ metadata, ...row }: StoredMenu): MenuRow => ({ ...row, metadata: JSON.stringify(metadata) })
/** The menu as audited: elements by code, which stays readable after their deletion. */
const toAudit = (menu: StoredMenu) => ({ ...toRow(menu), elems: menu.elems.map(({ code }) => code) })

export type MenuPorts = {
  /** The element a product page requires, by its component; null for any other page. */
  elementOfPage: (component: string) => string | null
  /** Components of the product's pages. */
  productPages: readonly string[]
}
const isSame = (ids: readonly string[], elems: readonly NeededElement[]) => {
  const chosenIds = new Set(ids)
  return chosenIds.size === elems.length && elems.every(({ id }) => chosenIds.has(id))
}

const parseContent = ({ metadata: text, elemIds: _, ...write }: MenuWrite) => {
  const { metadata, problems } = parseMetadata(write.kind, text)
  if (metadata) return { ...write, metadata }
  const errors = problems.map(({ field, msg }) => ({ field: field === '' ? 'metadata' : `metadata.${field}`, msg }))
  throw new AppError({ ...menusErrors.badMetadata, msg: errors[0]?.msg ?? menusErrors.badMetadata.msg }, { errors })
}

/** Locks the menus against other changes and returns all. */
const loadLocked = async (scope: RequestScope) => {
  assertPlatformCompany(scope)
  await repository.lockTree(scope.db)
  return repository.all(scope.db)
}
const applyChanges = (all: readonly StoredMenu[], changed: ReadonlyMap<string, Partial<StoredMenu>>) =>
  all.map((menu) => ({ ...menu, ...changed.get(menu.id) }))

const matches = ({ name, metadata }: StoredMenu, words: string) =>
  [name, productName(name), metadata.path, metadata.component].some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(words),
  )

/** Menus and their required elements. */
export const createMenus = ({ elementOfPage, productPages }: MenuPorts) => {
  const findDeclaredElement = ({ elems, metadata }: StoredMenu) =>
    elems.length > 0 ? null : elementOfPage(String(metadata.component ?? ''))
  /** Adds the declared elements of product pages, which are not stored. */
  const withDeclaredElements = async (scope: RequestScope, menus: readonly StoredMenu[]): Promise<StoredMenu[]> => {
    const codes = menus.flatMap((menu) => findDeclaredElement(menu) ?? [])
    const found = codes.length > 0 ? await repository.elementsByCodes(scope.db, codes) : []
    const byCode = new Map(found.map((element) => [element.code, element]))
    return menus.map((menu) => {
      const declared = byCode.get(findDeclaredElement(menu) ?? '')
      return declared ? { ...menu, elems: [declared] } : menu
    })
  }

  /**
   * The elements a menu shall require. Takes the menu as it was, and the chosen ids.
   * @throws `noSuchElement` and `elementsFixed`
   */
  const resolveElements = async (
    scope: RequestScope,
    before: StoredMenu | undefined,
    ids: readonly string[] | undefined,
  ) => {
    if (ids === undefined) return before?.elems ?? []
    if (before?.origin === 'code') {
      const [current = before] = await withDeclaredElements(scope, [before])
      if (!isSame(ids, current.elems)) throw refusalAt(menusErrors.elementsFixed, 'elemIds')
      return before.elems
    }
    const wanted = [...new Set(ids)]
    const found = wanted.length > 0 ? await repository.lockElements(scope.db, wanted) : []
    if (found.length < wanted.length) throw refusalAt(menusErrors.noSuchElement, 'elemIds')
    return found
  }
  const toCodes = (elems: readonly NeededElement[]) => elems.map(({ code }) => code)

  return {
    /** Every menu after its parent; for a search the matches and their ancestors. */
    async list(scope: RequestScope, search: string) {
      assertPlatformCompany(scope)
      const forest = createForest(await withDeclaredElements(scope, await repository.all(scope.db)))
      const ordered = forest.ordered()
      const words = search.toLowerCase()
      const matched = new Set(
        ordered.filter((menu) => matches(menu, words)).flatMap((menu) => forest.withAncestors(menu) ?? []),
      )
      const data = ordered.filter((menu) => matched.has(menu)).map(toRow)
      return { data, total: data.length }
    },

    /** Options of an autocomplete field, named with their ancestors, in the order of the tree. */
    async options(scope: RequestScope, id: string, asked: AskedOptions) {
      assertPlatformCompany(scope)
      const forest = createForest(await repository.all(scope.db))
      const toOption = (menu: StoredMenu) => {
        const names = (forest.withAncestors(menu) ?? [menu]).map(({ name }) => productName(name))
        return { value: menu.id, label: names.reverse().join(' / '), extra: { kind: menu.kind } }
      }
      return findOptions(id, asked, {
        one: async (id) => [forest.get(id)].flatMap((menu) => (menu ? toOption(menu) : []))[0],
        matching: async (keyword, limit) =>
          forest
            .ordered()
            .filter((menu) => matches(menu, keyword.toLowerCase()))
            .slice(0, limit)
            .map(toOption),
      })
    },

    async get(scope: RequestScope, id: string) {
      assertPlatformCompany(scope)
      const [found] = await withDeclaredElements(scope, [orNotFound(await repository.find(scope.db, id))])
      return toRow(orNotFound(found))
    },

    /**
     * Adds a menu.
     * @throws `badMetadata`, `noSuchPage`, `noSuchElement` and what `assertValidMenus` throws
     */
    async create(scope: RequestScope, write: MenuWrite) {
      const all = await loadLocked(scope)
      const content = parseContent(write)
      assertPageExists(productPages, content)
      const elems = await resolveElements(scope, undefined, write.elemIds)
      assertValidMenus(all, [...all, { ...content, elems, id: '', code: '' }])
      const row = await repository.insert(scope.db, content, toAuthor(scope))
      await repository.setElements(scope.db, row.id, toCodes(elems))
      scope.note({ entityId: row.id, entityName: row.name, after: toAudit({ ...row, elems }) })
      return { id: row.id }
    },

    /**
     * Updates a menu, after showing users who lose pages.
     * @throws what `create` throws, and `elementsFixed`
     */
    async update(scope: RequestScope, id: string, { version, ...write }: MenuWrite & { version: number }) {
      const all = await loadLocked(scope)
      const before = orNotFound(all.find((menu) => menu.id === id))
      const [current = before] = await withDeclaredElements(scope, [before])
      assertVersion(toRow(current), version)
      const content = parseContent(keepSources(before, write, ['name'], before.origin === 'code'))
      if (content.metadata.component !== before.metadata.component) assertPageExists(productPages, content)
      const elems = await resolveElements(scope, before, write.elemIds)
      const changed = applyChanges(all, new Map([[id, { ...content, elems }]]))
      assertValidMenus(all, changed)
      await confirmMenuImpact(scope, all, changed)
      const row = await repository.update(scope.db, id, content, toAuthor(scope))
      await repository.setElements(scope.db, id, toCodes(elems))
      scope.note({ entityId: id, entityName: row.name, before: toAudit(before), after: toAudit({ ...row, elems }) })
      return null
    },

    /**
     * Deletes a menu, with `cascade` its descendants too, after showing the impact.
     * @throws `builtIn`, `builtInBelow` and `hasChildren`
     */
    async remove(scope: RequestScope, id: string, cascade: boolean) {
      const all = await loadLocked(scope)
      const before = orNotFound(all.find((menu) => menu.id === id))
      const descendants = createForest(all).descendantsOf(id)
      if (before.origin === 'code') throw new AppError(menusErrors.builtIn)
      if (descendants.length > 0 && !cascade) throw new AppError(menusErrors.hasChildren)
      if (descendants.some(({ origin }) => origin === 'code')) throw new AppError(menusErrors.builtInBelow)
      const removedIds = new Set([before, ...descendants].map((menu) => menu.id))
      const remaining = all.filter((menu) => !removedIds.has(menu.id))
      await confirmMenuImpact(scope, all, remaining)
      await repository.remove(scope.db, [...removedIds])
      const toNote = (menu: StoredMenu) => ({ entityId: menu.id, entityName: menu.name, before: toAudit(menu) })
      const { event } = menusContract.remove.audit
      scope.note({ ...toNote(before), sideEffects: descendants.map((menu) => ({ event, ...toNote(menu) })) })
      return null
    },

    /**
     * Moves menus, all or none, after showing users who lose pages.
     * @throws `notFound` and what `assertValidMenus` throws
     */
    async sort(scope: RequestScope, moves: readonly MenuMove[]) {
      const all = await loadLocked(scope)
      const positions = new Map(moves.map(({ id, parent, sort }) => [id, { parent, sort }]))
      const movedMenus = all.filter(({ id }) => positions.has(id))
      if (movedMenus.length < positions.size) throw new AppError(kernelErrors.notFound)
      const sorted = applyChanges(all, positions)
      assertValidMenus(all, sorted)
      await confirmMenuImpact(scope, all, sorted)
      const newPositions = [...positions].map(([id, place]) => ({ id, ...place }))
      await repository.move(scope.db, newPositions, toAuthor(scope))
      const names = new Map(all.map(({ id, name }) => [id, name]))
      const toNote = (list: readonly MenuMove[]) =>
        list.map(({ id, parent, sort }) => ({ name: names.get(id), parent: parent && names.get(parent), sort }))
      scope.note({
        entityName: movedMenus
          .map(({ name }) => name)
          .join('、')
          .slice(0, 200),
        before: toNote(movedMenus),
        after: toNote(newPositions),
      })
      return null
    },
  }
}
