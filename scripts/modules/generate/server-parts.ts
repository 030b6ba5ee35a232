import { type Field, hasFiles, isReference } from './fields.ts'
import { columnName, partsOf } from './kinds.ts'
import { quoted } from './layout.ts'
import { kebab, type Names, pascal, snake } from './names.ts'

const referenceKinds: Readonly<Record<string, string>> = { user: 'user', org: 'organization' }
const list = (names: readonly string[]) => quoted(names).join(', ')
const nameOf = ({ name }: Field) => name

/** An entity with its names and its fields by what they are. */
export const toEntity = (names: Names, fields: readonly Field[]) => {
  const { plural, singular } = names
  const references = fields.filter(isReference)
  const files = fields.filter(hasFiles).map(nameOf)
  const changed = [...references.map(nameOf), ...files]
  return {
    ...names,
    Plural: pascal(plural),
    Singular: pascal(singular),
    folder: kebab(plural),
    table: snake(plural),
    fields,
    references,
    files,
    /** Fields that readers see otherwise than the table has them. */
    changed,
    columns: fields.filter((field) => !hasFiles(field)),
    dictionaries: fields.filter(({ kind }) => kind === 'dict'),
    amounts: fields.filter(({ kind }) => kind === 'money').map(nameOf),
    /** The type of a row as its table has it. */
    stored: changed.length > 0 ? `Stored${pascal(singular)}` : `${pascal(singular)}Row`,
  }
}
export type Entity = ReturnType<typeof toEntity>

/** Types of the tables of an entity. */
export const tableTypes = ({ module, table, singular, columns, files }: Entity): string => {
  const row = snake(singular)
  const links = `    '${module}.${row}_files': { company_id: string; file_id: string; ${row}_id: string; field: string }\n`
  return `declare module '@atrium/kit/server' {
  interface ModuleTables {
    '${module}.${table}': {
      company_id: string
      id: string
${columns.map((field) => `      ${columnName(field)}: ${partsOf(field).columnType}\n`).join('')}      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
${files.length > 0 ? links : ''}  }
}
`
}

export const storedType = ({ Singular, stored, changed, references }: Entity): string => {
  if (changed.length === 0) return ''
  const ids = references.map(({ name }) => `  ${name}: string | null\n`).join('')
  return `
/** A row as its table has it${ids === '' ? '' : ': ids where readers see names'}. */
type ${stored} = Omit<${Singular}Row, ${changed.map((name) => `'${name}'`).join(' | ')}>${ids === '' ? '' : ` & {\n${ids}}`}
`
}

/** The repository of an entity; its rows have their files. */
export const repositoryText = ({ module, table, plural, singular, stored, fields, files }: Entity): string => {
  const texts = fields.filter(({ kind }) => kind === 'text').map(nameOf)
  const plain = (indent: string) => `crudRepository<'${module}.${table}', typeof columns, ${stored}>({
${indent}  table: '${module}.${table}',
${indent}  columns,
${indent}  searchIn: [${list(texts)}],
${indent}  orderBy: 'name',
${indent}})`
  if (files.length === 0) return `const ${plural}Repository = ${plain('')}\n`
  return `const ${singular}Files = rowFiles({
  table: '${module}.${snake(singular)}_files',
  row: '${snake(singular)}_id',
  fields: [${list(files)}],
})
const ${plural}Repository = ${singular}Files.addTo(
  ${plain('  ')},
)
`
}

export const referenceText = ({ references }: Entity): string =>
  references.length === 0
    ? ''
    : `const references = createReferences({
${references.map(({ name, kind }) => `  ${name}: '${referenceKinds[kind]}',\n`).join('')}})
`

/** What refuses codes that the dictionaries do not have. */
export const checkingText = ({ dictionaries, Singular, stored }: Entity): string => {
  if (dictionaries.length === 0) return ''
  const checks = dictionaries.map(
    ({ name, group }) => `  await assertDictionaryCode(db, {
    group: '${group}',
    code: body.${name},
    field: '${name}',
    ...(before && { before: before.${name} }),
  })
`,
  )
  return `
/** Throws for codes that the dictionaries do not have; what the row has already stays valid. */
const assertCodes = async ({ db }: RequestScope, body: ${Singular}Write, before?: ${stored}): Promise<void> => {
${checks.join('')}}
`
}

/** Columns that hold codes of dictionaries. */
export const dictionaryUses = ({ module, table, noun, dictionaries }: Entity): string => {
  const uses = dictionaries.map(
    ({ group, title, ...field }) =>
      `{ group: '${group}', table: '${module}.${table}', column: '${snake(field.name)}', name: '${noun}的${title}' }`,
  )
  if (uses.length < 2) return uses.map((use) => `  dictionaryUses: [${use}],\n`).join('')
  return `  dictionaryUses: [\n${uses.map((use) => `    ${use},\n`).join('')}  ],\n`
}

const reads = `    async list(scope, query) {
      const { data, ...total } = await crud.list(scope, query)
      return { ...total, data: await references.showTo(scope.actor)(scope.db, data) }
    },
    async get(scope, id) {
      const [row] = await references.showTo(scope.actor)(scope.db, [await crud.get(scope, id)])
      return orNotFound(row)
    },
`
const checkedCreate = `    async create(scope, body) {
      await assertCodes(scope, body)
      return crud.create(scope, body)
    },
`
const update = ({ plural, references, dictionaries }: Entity): string => {
  const rule = dictionaries.length > 0 ? ', (stored) => assertCodes(scope, body, stored)' : ''
  const plain = `      return crud.update(scope, id, body${rule})
`
  const keeping = `      const before = await ${plural}Repository.findForUpdate(scope.db, id)
      const kept = await references.keepUnseen(scope, before, body)
      return crud.update(scope, id, kept${rule})
`
  return `    async update(scope, id, body) {
${references.length > 0 ? keeping : plain}    },
`
}
/** Handlers in place of the usual ones, where fields have rules of their own. */
export const ownHandlers = (entity: Entity): string => {
  const [shows, checks] = [entity.references.length > 0, entity.dictionaries.length > 0]
  return [shows ? reads : '', checks ? checkedCreate : '', shows || checks ? update(entity) : ''].join('')
}

/** The handler of the export. */
export const exportHandler = ({ plural, singular, references }: Entity): string => {
  const exporting = (opening: string, shown: (rows: string) => string) => `${opening}exportSheet(scope, {
        source: ${singular}Source,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => ${plural}Repository.count(db, request, limit),
        batch: ${shown(`${plural}Repository.batch(db, request, after?.id, size)`)},
      })`
  if (references.length === 0) return exporting('(scope, request) =>\n      ', (rows) => `(db, after, size) => ${rows}`)
  return `(scope, request) => {
      const show = references.showTo(scope.actor)
${exporting('      return ', (rows) => `async (db, after, size) => show(db, await ${rows})`)}
    }`
}
