import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withOwnImports } from './own-imports.ts'

/** Styles come with the source of a file; beside its declaration there is none. */
const styleImport = /^import ['"][^'"]+\.css['"];\n/gm

/**
 * Writes the declarations of what modules may import, and of what these name. An installation checks its modules
 * against them, and none of the product's sources.
 */
export const writeDeclarations = (root: string, into: string): void => {
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', root, '--outDir', into]
  execFileSync(process.execPath, [path.join(root, 'node_modules/ts7/bin/tsc'), '-p', path.join(root, 'kit'), ...emit], {
    stdio: 'inherit',
  })
  for (const file of globSync('**/*.d.ts', { cwd: into })) {
    const place = path.join(into, file)
    writeFileSync(place, withOwnImports(file, readFileSync(place, 'utf8')).replace(styleImport, ''))
  }
}
