import { readMetadata } from '@atrium/contract/features/menus/menu-metadata.ts'
import {
  type MenuMove,
  type MenuRow,
  type MenuWrite,
  menusContract,
  type NeededElement,
} from '@atrium/contract/features/menus/menus.contract.ts'
import { menusErrors } from '@atrium/contract/features/menus/menus.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { orNotFound, personOf, refuseStale } from '../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { confirmMenus } from './menu-effects.ts'
import { createForest } from './menu-forest.ts'
import { refuseBrokenMenus } from './menu-rules.ts'
import { menusRepository as repository, type StoredMenu } from './menus.repository.ts'

/** All companies see the same menus; the platform company alone keeps them. The database says so too. */
const refuseOthers = ({ actor }: RequestScope) => {
  if (!actor.platform) throw new AppError(kernelErrors.forbidden)
}
const shown = ({ metadata, ...row }: StoredMenu): MenuRow => ({ ...row, metadata: JSON.stringify(metadata) })
/** As the log keeps it: elements by code, which still says something when they are gone. */
const audited = (menu: StoredMenu) => ({ ...shown(menu), elems: menu.elems.map(({ code }) => code) })

/** The element without which one of the product's own pages shows nothing, by its component; null for any other page. */
export type DeclaredNeed = (component: string) => string | null
const isSame = (ids: readonly string[], elems: readonly NeededElement[]) => {
  const chosen = new Set(ids)
  return chosen.size === elems.length && elems.every(({ id }) => chosen.has(id))
}

const contentOf = ({ metadata: text, elemIds: _, ...write }: MenuWrite) => {
  const { metadata, problems } = readMetadata(write.kind, text)
  if (metadata) return { ...write, metadata }
  const errors = problems.map(({ field, msg }) => ({ field: field === '' ? 'metadata' : `metadata.${field}`, msg }))
  throw new AppError({ ...menusErrors.badMetadata, msg: errors[0]?.msg ?? menusErrors.badMetadata.msg }, { errors })
}

/** All menus, with nobody else changing them until this is over. */
const held = async (scope: RequestScope) => {
  refuseOthers(scope)
  await repository.takeTurn(scope.db)
  return repository.all(scope.db)
}
const inPlaceOf = (all: readonly StoredMenu[], changed: ReadonlyMap<string, Partial<StoredMenu>>) =>
  all.map((menu) => ({ ...menu, ...changed.get(menu.id) }))

const matches = ({ name, metadata }: StoredMenu, words: string) =>
  [name, metadata.path, metadata.component].some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(words),
  )

/** The menus, and what they need. In: what the product's own pages do. */
export const createMenus = (elementOfPage: DeclaredNeed) => {
  const declaredFor = ({ elems, metadata }: StoredMenu) =>
    elems.length > 0 ? null : elementOfPage(String(metadata.component ?? ''))
  /** With what pages of the product need: no row says that. */
  const withDeclared = async (scope: RequestScope, menus: readonly StoredMenu[]): Promise<StoredMenu[]> => {
    const codes = menus.flatMap((menu) => declaredFor(menu) ?? [])
    const found = codes.length > 0 ? await repository.elementsCoded(scope.db, codes) : []
    const byCode = new Map(found.map((element) => [element.code, element]))
    return menus.map((menu) => {
      const declared = byCode.get(declaredFor(menu) ?? '')
      return declared ? { ...menu, elems: [declared] } : menu
    })
  }

  /** What a menu is to need. In: as it was, and the ids somebody chose. Throws `noSuchElement` and `elementsFixed`. */
  const chosen = async (scope: RequestScope, before: StoredMenu | undefined, ids: readonly string[] | undefined) => {
    if (ids === undefined) return before?.elems ?? []
    if (before?.origin === 'code') {
      const [current = before] = await withDeclared(scope, [before])
      if (!isSame(ids, current.elems)) throw refusalAt(menusErrors.elementsFixed, 'elemIds')
      return before.elems
    }
    const wanted = [...new Set(ids)]
    const found = wanted.length > 0 ? await repository.holdElements(scope.db, wanted) : []
    if (found.length < wanted.length) throw refusalAt(menusErrors.noSuchElement, 'elemIds')
    return found
  }
  const codesOf = (elems: readonly NeededElement[]) => elems.map(({ code }) => code)

  return {
    /** Every menu after its parent; of a search, what it found and what stands above that. */
    async list(scope: RequestScope, search: string) {
      refuseOthers(scope)
      const forest = createForest(await withDeclared(scope, await repository.all(scope.db)))
      const ordered = forest.ordered()
      const words = search.toLowerCase()
      const kept = new Set(ordered.filter((menu) => matches(menu, words)).flatMap((menu) => forest.line(menu) ?? []))
      const data = ordered.filter((menu) => kept.has(menu)).map(shown)
      return { data, total: data.length }
    },

    async get(scope: RequestScope, id: string) {
      refuseOthers(scope)
      const [found] = await withDeclared(scope, [orNotFound(await repository.find(scope.db, id))])
      return shown(orNotFound(found))
    },

    /** Adds a menu. Throws `badMetadata`, `noSuchElement` and what `refuseBrokenMenus` throws. */
    async create(scope: RequestScope, write: MenuWrite) {
      const all = await held(scope)
      const content = contentOf(write)
      const elems = await chosen(scope, undefined, write.elemIds)
      refuseBrokenMenus(all, [...all, { ...content, elems, id: '', code: '' }])
      const row = await repository.insert(scope.db, content, personOf(scope))
      await repository.need(scope.db, row.id, codesOf(elems))
      scope.note({ entityId: row.id, entityName: row.name, after: audited({ ...row, elems }) })
      return { id: row.id }
    },

    /** Changes a menu; whoever can open a page no longer is shown first. Throws as `create` says, and `elementsFixed`. */
    async update(scope: RequestScope, id: string, { version, ...write }: MenuWrite & { version: number }) {
      const all = await held(scope)
      const before = orNotFound(all.find((menu) => menu.id === id))
      const [current = before] = await withDeclared(scope, [before])
      refuseStale(shown(current), version)
      const content = contentOf(write)
      const elems = await chosen(scope, before, write.elemIds)
      const changed = inPlaceOf(all, new Map([[id, { ...content, elems }]]))
      refuseBrokenMenus(all, changed)
      await confirmMenus(scope, all, changed)
      const row = await repository.update(scope.db, id, content, personOf(scope))
      await repository.need(scope.db, id, codesOf(elems))
      scope.note({ entityId: id, entityName: row.name, before: audited(before), after: audited({ ...row, elems }) })
      return null
    },

    /**
     * Deletes a menu, and with `cascade` all that stands below it; shows first who loses what. Throws `builtIn`, also for one
     * that stands below, and `hasChildren`.
     */
    async remove(scope: RequestScope, id: string, cascade: boolean) {
      const all = await held(scope)
      const before = orNotFound(all.find((menu) => menu.id === id))
      const below = createForest(all).below(id)
      if (before.origin === 'code') throw new AppError(menusErrors.builtIn)
      if (below.length > 0 && !cascade) throw new AppError(menusErrors.hasChildren)
      if (below.some(({ origin }) => origin === 'code')) throw new AppError(menusErrors.builtInBelow)
      const gone = new Set([before, ...below].map((menu) => menu.id))
      const left = all.filter((menu) => !gone.has(menu.id))
      await confirmMenus(scope, all, left)
      await repository.remove(scope.db, [...gone])
      const told = (menu: StoredMenu) => ({ entityId: menu.id, entityName: menu.name, before: audited(menu) })
      const { event } = menusContract.remove.audit
      scope.note({ ...told(before), parts: below.map((menu) => ({ event, ...told(menu) })) })
      return null
    },

    /** Moves menus, all or none; whoever can open a page no longer is shown first. Throws `notFound` and what `refuseBrokenMenus` throws. */
    async sort(scope: RequestScope, moves: readonly MenuMove[]) {
      const all = await held(scope)
      const places = new Map(moves.map(({ id, parent, sort }) => [id, { parent, sort }]))
      const moved = all.filter(({ id }) => places.has(id))
      if (moved.length < places.size) throw new AppError(kernelErrors.notFound)
      const placed = inPlaceOf(all, places)
      refuseBrokenMenus(all, placed)
      await confirmMenus(scope, all, placed)
      const last = [...places].map(([id, place]) => ({ id, ...place }))
      await repository.move(scope.db, last, personOf(scope))
      const names = new Map(all.map(({ id, name }) => [id, name]))
      const told = (list: readonly MenuMove[]) =>
        list.map(({ id, parent, sort }) => ({ name: names.get(id), parent: parent && names.get(parent), sort }))
      scope.note({
        entityName: moved
          .map(({ name }) => name)
          .join('、')
          .slice(0, 200),
        before: told(moved),
        after: told(last),
      })
      return null
    },
  }
}
