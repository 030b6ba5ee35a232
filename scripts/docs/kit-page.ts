import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { table } from './markdown-table.ts'

const parts = ['contract', 'server', 'web', 'test', 'config', 'vitest'] as const

type Exported = { name: string; isType: boolean }
const exportsOf = (file: string): Exported[] => {
  const found: Exported[] = []
  const visitor = new Visitor({
    ExportNamedDeclaration({ specifiers, exportKind, declaration }) {
      for (const { exported, exportKind: own } of specifiers)
        found.push({
          name: 'name' in exported ? exported.name : exported.value,
          isType: [exportKind, own].includes('type'),
        })
      if (declaration?.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations)
          if (id.type === 'Identifier') found.push({ name: id.name, isType: false })
      if (declaration?.type === 'TSTypeAliasDeclaration') found.push({ name: declaration.id.name, isType: true })
    },
    ExportAllDeclaration({ exported }) {
      if (exported && 'name' in exported) found.push({ name: exported.name, isType: false })
    },
  })
  visitor.visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** What modules may import, by name. A name that goes, or is another one, is a change for all modules. */
export const kitPage = (root: string): string =>
  table(
    'What modules may import',
    ['From', 'Name', 'What it is'],
    parts.flatMap((part) =>
      exportsOf(path.join(root, `kit/src/${part}.ts`)).map(({ name, isType }) => [
        `\`@atrium/kit/${part}\``,
        `\`${name}\``,
        isType ? 'type' : 'value',
      ]),
    ),
  )
