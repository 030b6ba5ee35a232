import { type Field, hasFiles } from './fields.ts'
import { columnName, partsOf } from './kinds.ts'
import { arrayText, importOf, quoted } from './layout.ts'
import { kebab, type Names, snake } from './names.ts'
import {
  crudText,
  dictionaryUses,
  type Entity,
  referenceText,
  repositoryText,
  sheetLookUps,
  storedType,
  tableTypes,
  toEntity,
} from './server-parts.ts'

const when = <T>(isSo: boolean, ...names: T[]): T[] => (isSo ? names : [])
const importedNames = ({ references, targets, files, dictionaries, amounts }: Entity): string[] => [
  'crudBulkSource',
  'crudExport',
  'crudHandlers',
  'crudImportedRows',
  'crudRepository',
  'defineSource',
  'type Feature',
  'implement',
  'type ModulePorts',
  'stampColumns',
  ...when(references.length > 0, 'createReferences'),
  ...when(targets.length > 0, 'namedRows'),
  ...when(dictionaries.length > 0, 'checkCodes'),
  ...when(amounts.length > 0, 'fitMoney'),
  ...when(files.length > 0, 'rowFiles'),
]

const sourceText = ({ Singular, singular, plural, references, amounts, fields }: Entity): string => {
  const rows = `crudImportedRows(${plural}Repository, written)`
  return `const ${singular}Source = defineSource<${Singular}Row, (typeof ${singular}Sheet)['fields']>({
  sheet: ${singular}Sheet,
  exports: ${plural}Contract.export,
  writes: {
    create: ${plural}Contract.create,
    update: ${plural}Contract.update,
    remove: ${plural}Contract.remove,
    rows: ${references.length > 0 ? `references.importedRows(${rows})` : rows},
${when(amounts.length > 0, `    fit: fitMoney([${quoted(amounts).join(', ')}]),\n`).join('')}  },
  cells: {
${fields.map((field) => `    ${field.name}: ({ ${field.name} }) => ${partsOf(field).cell},\n`).join('')}    createBy: ({ createBy }) => createBy.name,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
`
}

const featureText = (entity: Entity): string => {
  const { Plural, plural, singular, noun, table, references, files } = entity
  const withFiles = files.length > 0
  const ports = ['exportSheet', ...when(withFiles, 'uploads')]
  const refusals = references.map(
    (field) =>
      `    ${table}__${columnName(field)}: { ...${plural}Errors.${field.name}Missing, field: '${field.name}' },\n`,
  )
  const rows = `${plural}Repository`
  const exported = references.length > 0 ? `references.exported(${rows})` : rows
  return `/** ${noun}, rows of a company. */
export const create${Plural} = ({ ${ports.join(', ')} }: Pick<ModulePorts, ${quoted(ports).join(' | ')}>): Feature => ({
  routes: implement(${plural}Contract, {
    ...crud,
${when(withFiles, `    ...${singular}Files.handlers(uploads),\n`).join('')}    export: crudExport(exportSheet, ${singular}Source, ${exported}),
  }),
  sheets: [${singular}Source],
${sheetLookUps(entity)}  bulks: [crudBulkSource(${plural}Bulk, ${rows}, { written, ...crud })],
${dictionaryUses(entity)}  constraints: {
    ${table}__name: { ...${plural}Errors.nameTaken, field: 'name' },
${refusals.join('')}  },
})
`
}

/** The server of an entity: table, repository, sheets and routes. */
export const serverFile = (names: Names, fields: readonly Field[]): string => {
  const entity = toEntity(names, fields)
  const { Singular, singular, plural, folder, columns } = entity
  const written = quoted(columns.map(({ name }) => name))
  const fromContract = [`type ${Singular}Row`, `${plural}Bulk`, `${plural}Contract`, `${plural}Errors`]
  return `${importOf(importedNames(entity), 'server')}
import { ${fromContract.join(', ')} } from './${folder}.contract.ts'
import { ${singular}Sheet } from './${folder}.sheet.ts'

${tableTypes(entity)}${storedType(entity)}
const columns = {
  id: 'id',
${columns.map((field) => `  ${field.name}: '${columnName(field)}',\n`).join('')}  ...stampColumns,
} as const
${repositoryText(entity)}${arrayText('const written = ', written, ' as const')}
${referenceText(entity)}${crudText(entity)}
${sourceText(entity)}
${featureText(entity)}`
}

/** What tests write of an entity. */
export const sampleFile = (
  { plural, singular, permission }: Names,
  fields: readonly Field[],
): string => `/** A valid row, another one for each number. */
export const ${singular}Sample = (n: number) => ({
${fields.map((field) => `  ${field.name}: ${partsOf(field).sample},\n`).join('')}})

/** Valid requests by endpoint, for the rules of modules. Takes the id of a row. */
export const ${plural}Samples = (id: string) => ({
  '${permission}.create': { body: ${singular}Sample(Date.now()) },
  '${permission}.update': { params: { id }, body: { ...${singular}Sample(Date.now()), version: 1 } },
})
`

/** Its test: what holds for every list. */
export const testFile = ({ module, plural, singular }: Names, fields: readonly Field[]): string => {
  const folder = kebab(plural)
  const files = fields.filter(hasFiles)
  const changes = fields.filter(({ kind }) => kind === 'dict').map(({ name }) => `${name}: 'stopped'`)
  const kit = ['describeBulk', 'describeCrud', ...when(files.length > 0, 'describeFiles')]
  return `import { ${kit.join(', ')} } from '@atrium/kit/test'
import { ${plural}Bulk, ${plural}Contract, ${plural}Errors } from './${folder}.contract.ts'
import { ${singular}Sample } from './${folder}.samples.ts'

describeCrud(${plural}Contract, {
  table: '${module}.${snake(plural)}',
  sample: ${singular}Sample,
  searched: 'name',
  unique: { name: ${plural}Errors.nameTaken },
})
describeBulk(${plural}Contract, ${plural}Bulk, {
  sample: ${singular}Sample,
  change: {${changes.length > 0 ? ` ${changes.join(', ')} ` : ''}},
})
${files.map(({ name }) => `describeFiles(${plural}Contract, { field: '${name}', sample: ${singular}Sample })\n`).join('')}`
}
