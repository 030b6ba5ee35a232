import { normalizePath, type Rolldown } from 'vite'

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null

const source = `${normalizePath(import.meta.dirname)}/src`
/** Every address with a session loads these at once. */
const shellPages = [`${source}/app/layout/main-layout.tsx`, `${source}/app/console-loaders.ts`]

/** Modules, with all that they import. */
const collectModules = (ids: Iterable<string>, getInfo: ModuleInfo, isLazyIncluded = false): ReadonlySet<string> => {
  const seen = new Set(ids)
  for (const id of seen) {
    const info = getInfo(id)
    for (const imported of info?.importedIds ?? []) seen.add(imported)
    for (const imported of isLazyIncluded ? (info?.dynamicallyImportedIds ?? []) : []) seen.add(imported)
  }
  return seen
}

type Shares = { shell: ReadonlySet<string>; common: ReadonlySet<string> }

/** Modules of the shell, and those that pages without a session share with it and with lists. */
const collectShares = (getInfo: ModuleInfo, lists: RegExp): Shares => {
  const main = [`${source}/main.tsx`]
  const pages = [...collectModules(main, getInfo)].flatMap((id) => getInfo(id)?.dynamicallyImportedIds ?? [])
  const others = collectModules(
    pages.filter((id) => !shellPages.includes(id)),
    getInfo,
  )
  const shell = collectModules(shellPages, getInfo)
  const listed = collectModules(
    [...collectModules(main, getInfo, true)].filter((id) => lists.test(id)),
    getInfo,
  )
  return {
    shell: new Set([...shell].filter((id) => !others.has(id) && !shellPages.includes(id))),
    common: new Set([...others].filter((id) => shell.has(id) || listed.has(id))),
  }
}

/**
 * Own code of the shell, as a single chunk: split by usage, it is twenty files so small that they hardly compress. What
 * pages without a session share with it and with lists is another one, so that they load neither, nor the kit.
 */
export const createShellGroup = (lists: RegExp) => {
  let shares: Shares | undefined
  return {
    debugName: 'shell',
    test: /(web|contract)[\\/]src[\\/]/,
    name(id: string, graph: { getModuleInfo: ModuleInfo }) {
      shares ??= collectShares((each) => graph.getModuleInfo(each), lists)
      if (shares.common.has(id)) return 'common'
      return shares.shell.has(id) ? 'shell' : null
    },
  }
}
