import path from 'node:path'

/** Where the workspaces' own files lie that imports name by the package. */
const folders: Readonly<Record<string, string>> = { contract: 'contract/src', server: 'server', web: 'web/src' }
const ownImport = /(?<=['"])@atrium\/(contract|server|web)\/(?=[^'"]+['"])/g

/**
 * A source or a declaration with relative imports of the product's own files: the kit is one package, in which only
 * what it exports has a name.
 *
 * @param file its path from the root
 */
export const withOwnImports = (file: string, text: string): string =>
  text.replace(ownImport, (_, workspace: string) => {
    const to = path.posix.relative(path.posix.dirname(file), folders[workspace] ?? '')
    return `${to.startsWith('.') ? to : `./${to}`}/`
  })
