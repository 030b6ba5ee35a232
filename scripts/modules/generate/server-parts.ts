import { type Field, hasFiles, isReference, isRow } from './fields.ts'
import { columnName, partsOf } from './kinds.ts'
import { quoted } from './layout.ts'
import { kebab, type Names, pascal, snake } from './names.ts'

const referenceKinds: Readonly<Record<string, string>> = { user: `'user'`, org: `'organization'` }
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
    days: fields.filter(({ kind }) => kind === 'date').map(nameOf),
    /** The entities that it refers to, each once. */
    targets: [...new Map(references.filter(isRow).map(({ of }) => [of.plural, of])).values()],
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
export const repositoryText = ({ module, table, plural, singular, stored, fields, files, days }: Entity): string => {
  const texts = fields.filter(({ kind }) => kind === 'text').map(nameOf)
  const ranges = (indent: string) => (days.length > 0 ? `${indent}  ranges: [${list(days)}],\n` : '')
  const plain = (indent: string) => `crudRepository<'${module}.${table}', typeof columns, ${stored}>({
${indent}  table: '${module}.${table}',
${indent}  columns,
${indent}  searchIn: [${list(texts)}],
${indent}  orderBy: 'name',
${ranges(indent)}${indent}})`
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

const rowsOf = ({ plural }: Names) => plural

/** What the fields that name others refer to. */
export const referenceText = ({ module, references, targets }: Entity): string => {
  if (references.length === 0) return ''
  const rows = targets.map((of) => `const ${rowsOf(of)} = namedRows('${module}.${snake(of.plural)}')\n`).join('')
  const kinds = references.map(({ name, kind, of }) => `${name}: ${referenceKinds[kind] ?? rowsOf(of)}`)
  const entries = kinds.map((kind) => (/^(\w+): \1$/.test(kind) ? kind.split(':')[0] : kind))
  return `${rows}const references = createReferences({\n${entries.map((entry) => `  ${entry},\n`).join('')}})\n`
}

/** The handlers of the usual calls. */
export const crudText = ({ plural, singular, references, dictionaries, files }: Entity): string => {
  const codes = dictionaries.map(({ name, group }) => `${name}: '${group}'`).join(', ')
  const check = codes === '' ? '' : `  check: checkCodes({ ${codes} }),\n`
  const options = `{
  audited: ${files.length > 0 ? `${singular}Files.audited(written)` : 'written'},
${check}  inUse: ${plural}Errors.inUse,
}`
  if (references.length === 0) return `const crud = crudHandlers(${plural}Repository, ${options})\n`
  return `const crud = references.handlers(
  crudHandlers(${plural}Repository, ${options.replaceAll('\n', '\n  ')}),
  ${plural}Repository,
)
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

/** What imports and templates know of the rows that cells name. */
export const sheetLookUps = ({ targets }: Entity): string => {
  const of = (part: 'options' | 'resolve') =>
    targets.map((target) => `${target.entity}: ${rowsOf(target)}.${part}`).join(', ')
  return targets.length === 0 ? '' : `  sheetOptions: { ${of('options')} },\n  sheetReferences: { ${of('resolve')} },\n`
}
