import type { Field } from './fields.ts'
import { columnName, partsOf } from './kinds.ts'
import { arrayLine, importOf, quoted } from './layout.ts'
import { kebab, type Names, pascal, snake } from './names.ts'

const referenceKinds: Readonly<Record<string, string>> = { user: 'user', org: 'organization' }
const list = (names: readonly string[]) => quoted(names).join(', ')

/** The server of an entity: table, repository, sheets and routes. */
export const serverFile = (names: Names, fields: readonly Field[]): string => {
  const { module, plural, singular, noun } = names
  const [Plural, Singular, folder, table] = [pascal(plural), pascal(singular), kebab(plural), snake(plural)]
  const references = fields.filter(({ kind }) => kind in referenceKinds)
  const dictionaries = fields.filter(({ kind }) => kind === 'dict')
  const amounts = fields.filter(({ kind }) => kind === 'money').map(({ name }) => name)
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => name)
  const all = fields.map(({ name }) => name)
  const imported = fields.filter((field) => !references.includes(field)).map(({ name }) => name)
  const shows = references.length > 0
  const stored = shows ? `Stored${Singular}` : `${Singular}Row`
  const imports = [
    ...(dictionaries.length > 0 ? ['assertDictionaryCode'] : []),
    ...(shows ? ['createReferences'] : []),
    'crudHandlers',
    'crudImportedRows',
    'crudRepository',
    'defineSource',
    'type Feature',
    ...(amounts.length > 0 ? ['fitMoney'] : []),
    'implement',
    'type ModulePorts',
    ...(dictionaries.length > 0 || shows ? ['type RequestScope'] : []),
    'stampColumns',
  ]
  const storedType = shows
    ? `
/** A row as it is stored: ids where readers see names. */
type ${stored} = Omit<${Singular}Row, ${references.map(({ name }) => `'${name}'`).join(' | ')}> & {
${references.map(({ name }) => `  ${name}: string | null\n`).join('')}}
`
    : ''
  const referencing = shows
    ? `const references = createReferences({
${references.map(({ name, kind }) => `  ${name}: '${referenceKinds[kind]}',\n`).join('')}})
`
    : ''
  const checking =
    dictionaries.length > 0
      ? `
/** Throws for codes that the dictionaries do not have; what the row has already stays valid. */
const assertCodes = async ({ db }: RequestScope, body: ${Singular}Write, before?: ${stored}): Promise<void> => {
${dictionaries
  .map(
    ({ name, group }) => `  await assertDictionaryCode(db, {
    group: '${group}',
    code: body.${name},
    field: '${name}',
    ...(before && { before: before.${name} }),
  })
`,
  )
  .join('')}}
`
      : ''
  const handlers = [
    ...(shows
      ? [
          `      async list(scope, query) {
        const { data, ...total } = await crud.list(scope, query)
        return { ...total, data: await references.showTo(scope.actor)(scope.db, data) }
      },`,
          `      async get(scope, id) {
        const [row] = await references.showTo(scope.actor)(scope.db, [await crud.get(scope, id)])
        return orNotFound(row)
      },`,
        ]
      : []),
    ...(dictionaries.length > 0
      ? [
          `      async create(scope, body) {
        await assertCodes(scope, body)
        return crud.create(scope, body)
      },`,
        ]
      : []),
    ...(dictionaries.length > 0 || shows
      ? [
          `      async update(scope, id, body) {
${
  shows
    ? `        const before = await ${plural}Repository.findForUpdate(scope.db, id)
        const kept = await references.keepUnseen(scope, before, body)
        return crud.update(scope, id, kept${dictionaries.length > 0 ? ', (stored) => assertCodes(scope, body, stored)' : ''})`
    : `        return crud.update(scope, id, body, (stored) => assertCodes(scope, body, stored))`
}
      },`,
        ]
      : []),
  ]
  const exporting = (opening: string, shown: (rows: string) => string) => `${opening}exportSheet(scope, {
        source: ${singular}Source,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => ${plural}Repository.count(db, request, limit),
        batch: ${shown(`${plural}Repository.batch(db, request, after?.id, size)`)},
      })`
  const exports = shows
    ? `(scope, request) => {
      const show = references.showTo(scope.actor)
${exporting('      return ', (rows) => `async (db, after, size) => show(db, await ${rows})`)}
    }`
    : exporting('(scope, request) =>\n      ', (rows) => `(db, after, size) => ${rows}`)
  const allImports = shows ? [...imports, 'orNotFound'] : imports
  const uses = dictionaries
    .map((field) => {
      const of = `group: '${field.group}', table: '${module}.${table}', column: '${columnName(field)}'`
      return `{ ${of}, name: '${noun}的${field.title}' }`
    })
    .map((use) => (dictionaries.length === 1 ? `  dictionaryUses: [${use}],\n` : `    ${use},\n`))
    .join('')
  const contractTypes = [`type ${Singular}Row`, ...(dictionaries.length > 0 ? [`type ${Singular}Write`] : [])]
  return `${importOf(allImports, 'server')}
import { ${[...contractTypes, `${plural}Contract`, `${plural}Errors`].join(', ')} } from './${folder}.contract.ts'
import { ${singular}Sheet } from './${folder}.sheet.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    '${module}.${table}': {
      company_id: string
      id: string
${fields.map((field) => `      ${columnName(field)}: ${partsOf(field).columnType}\n`).join('')}      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}
${storedType}
const columns = {
  id: 'id',
${fields.map((field) => `  ${field.name}: '${columnName(field)}',\n`).join('')}  ...stampColumns,
} as const
const ${plural}Repository = crudRepository<'${module}.${table}', typeof columns, ${stored}>({
  table: '${module}.${table}',
  columns,
  searchIn: [${list(texts)}],
  orderBy: 'name',
})
const crud = crudHandlers(${plural}Repository, {
${arrayLine('  ', 'audited', quoted(all))}})
${referencing}${checking}
const ${singular}Source = defineSource<${Singular}Row, (typeof ${singular}Sheet)['fields']>({
  sheet: ${singular}Sheet,
  exports: ${plural}Contract.export${Plural},
  writes: {
    create: ${plural}Contract.create,
    update: ${plural}Contract.update,
    remove: ${plural}Contract.remove,
    rows: crudImportedRows(${plural}Repository, [${list(imported)}]),
${amounts.length > 0 ? `    fit: fitMoney([${list(amounts)}]),\n` : ''}  },
  cells: {
${fields.map((field) => `    ${field.name}: ({ ${field.name} }) => ${partsOf(field).cell},\n`).join('')}    createBy: ({ createBy }) => createBy.name,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})

/** ${noun}, rows of a company. */
export const create${Plural} = ({ exportSheet }: Pick<ModulePorts, 'exportSheet'>): Feature => ({
  routes: implement(${plural}Contract, {
    ...crud,
${handlers.map((handler) => `${handler.replace(/^ {2}/gm, '')}\n`).join('')}    export${Plural}: ${exports},
  }),
  sheets: [${singular}Source],
${dictionaries.length > 1 ? `  dictionaryUses: [\n${uses}  ],\n` : uses}  constraints: {
    ${table}__name: { ...${plural}Errors.nameTaken, field: 'name' },
${references.map((field) => `    ${table}__${columnName(field)}: { ...${plural}Errors.${field.name}Missing, field: '${field.name}' },\n`).join('')}  },
})
`
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
export const testFile = ({ module, plural, singular }: Names): string => {
  const folder = kebab(plural)
  return `import { describeCrud } from '@atrium/kit/test'
import { ${plural}Contract, ${plural}Errors } from './${folder}.contract.ts'
import { ${singular}Sample } from './${folder}.samples.ts'

describeCrud(${plural}Contract, {
  table: '${module}.${snake(plural)}',
  sample: ${singular}Sample,
  searched: 'name',
  unique: { name: ${plural}Errors.nameTaken },
})
`
}
