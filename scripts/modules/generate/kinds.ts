import type { Field, Kind } from './fields.ts'
import { snake } from './names.ts'

/** What a field is in each file of its entity. */
export type FieldParts = {
  /** In the body of a write, and in a row of a reply. */
  readonly write: string
  readonly row: string
  /** Of the contract, by name. */
  readonly contractImports: readonly string[]
  /** Empty: it has none. */
  readonly column: string
  /** Type of the column in TypeScript. */
  readonly columnType: string
  /** Its entry in sheets, without the title. */
  readonly sheet: string
  /** The cell of a row. */
  readonly cell: string
  readonly initial: string
  readonly control: string
  /** How a value is shown in the list, and on the page of a row; undefined: as plain text. */
  readonly shown?: (value: string) => string
  readonly shownOnPage?: (value: string) => string
  /** What the list can be filtered by: the schema of the query, and the control. */
  readonly filter?: { readonly schema: string; readonly control: string }
  /** What form, list and page take of the kit. */
  readonly formImports: readonly string[]
  readonly pageImports: readonly string[]
  /** A value in tests, of the number `n`. */
  readonly sample: string
  readonly width: number
}

const quote = (text: string) => `'${text}'`
/** What differs where a field may be empty. */
const orNull = (
  { optional }: Field,
  write: string,
  row: string,
): Pick<FieldParts, 'write' | 'row' | 'contractImports'> =>
  optional
    ? { write: `orNull(${write})`, row: `z.nullable(${row})`, contractImports: ['orNull'] }
    : { write, row, contractImports: [] }
const typed = ({ optional }: Field, column: string, columnType: string) =>
  optional ? { column, columnType: `${columnType} | null` } : { column: `${column} not null`, columnType }
const empty = ({ optional }: Field, value: string) => (optional ? 'null' : value)
/** A cell, or none for an empty value. */
const cellOf = ({ name, optional }: Field, cell: string) => (optional ? `${name} && ${cell}` : cell)
/** What is shown of a value, or nothing. */
const shownOf =
  ({ optional }: Field, shown: (value: string) => string) =>
  (value: string) =>
    optional ? `${value} && ${shown(value)}` : shown(value)

const ofText = ({ name, title, optional }: Field): FieldParts => ({
  write: optional ? 'optionalText(100)' : `text(100, ${quote(`请输入${title}`)})`,
  row: 'z.string()',
  contractImports: [optional ? 'optionalText' : 'text'],
  column: optional ? `text not null default ''` : 'text not null',
  columnType: 'string',
  sheet: `kind: 'text', sample: '${optional ? '' : '示例'}', width: 24`,
  cell: name,
  initial: `''`,
  control: `<TextField<$Write> name="${name}" maxLength={100} />`,
  formImports: ['TextField'],
  pageImports: [],
  sample: `\`示例\${n}\``,
  width: 200,
})

/** A row of the product or of the module, which `find` offers. */
const reference = (
  { name }: Field,
  of: { sheet: string; find: string; width: number; imports: readonly string[] },
): FieldParts => ({
  write: 'reference',
  row: 'named',
  contractImports: ['id', 'named', 'reference'],
  column: 'uuid',
  columnType: 'string | null',
  sheet: `kind: 'ref', reference: ${of.sheet}, sample: ''`,
  cell: `${name}?.name`,
  initial: 'null',
  control: `<SearchSelectField<$Write> name="${name}" find={${of.find}} />`,
  formImports: ['SearchSelectField', ...of.imports],
  pageImports: [],
  shown: (value) => `${value}?.name`,
  filter: { schema: 'id', control: `kind: 'remoteSelect', $name, find: ${of.find}` },
  sample: 'null',
  width: of.width,
})

const byKind: Readonly<Record<Kind, (field: Field) => FieldParts>> = {
  text: ofText,
  number: (field) => ({
    ...orNull(field, `z.number(${quote(`请输入${field.title}`)})`, 'z.number()'),
    ...typed(field, 'double precision', 'number'),
    sheet: `kind: 'number', sample: '1'`,
    cell: field.name,
    initial: empty(field, '0'),
    control: `<NumberField<$Write> name="${field.name}" />`,
    formImports: ['NumberField'],
    pageImports: [],
    sample: 'n',
    width: 120,
  }),
  money: (field) => {
    const parts = orNull(field, 'money', 'z.string()')
    return {
      ...parts,
      contractImports: [...parts.contractImports, 'money'],
      ...typed(field, 'numeric(15, 2)', 'string'),
      sheet: `kind: 'decimal2', sample: '1280.50'`,
      cell: cellOf(field, `Number(${field.name})`),
      initial: empty(field, `''`),
      control: `<MoneyField<$Write> name="${field.name}" />`,
      formImports: ['MoneyField', 'moneyText'],
      pageImports: ['moneyText'],
      shown: shownOf(field, (value) => `moneyText(${value})`),
      sample: `\`\${n}.50\``,
      width: 140,
    }
  },
  date: (field) => {
    const parts = orNull(field, `calendarDay(${quote(`请选择${field.title}`)})`, 'z.string()')
    return {
      ...parts,
      contractImports: [...parts.contractImports, 'calendarDay', 'dayRange'],
      ...typed(field, 'date', 'string'),
      sheet: `kind: 'date', sample: '2026-01-31'`,
      cell: field.optional ? `${field.name} && { date: ${field.name} }` : `({ date: ${field.name} })`,
      initial: empty(field, `''`),
      control: `<DateField<$Write> name="${field.name}" />`,
      formImports: ['DateField'],
      pageImports: [],
      filter: { schema: 'dayRange', control: `kind: 'dateRange', $name` },
      sample: `'2026-01-31'`,
      width: 120,
    }
  },
  dict: ({ name, title, group, optional }) => ({
    write: optional ? 'optionalText(64)' : `text(64, ${quote(`请选择${title}`)})`,
    row: 'z.string()',
    contractImports: [optional ? 'optionalText' : 'text'],
    column: optional ? `text not null default ''` : 'text not null',
    columnType: 'string',
    sheet: `kind: 'dict', dictionary: ${quote(group)}, sample: '正常'`,
    cell: name,
    initial: `''`,
    control: `<DictSelectField<$Write> name="${name}" group="${group}"${optional ? ' clearable' : ''} />`,
    formImports: ['DictSelectField', 'DictTag', 'findItems'],
    pageImports: ['DictTag'],
    shown: (value) => `<DictTag group="${group}" code={${value}} />`,
    shownOnPage: (value) => `${optional ? `${value} && ` : ''}<DictTag group="${group}" code={${value}} />`,
    filter: { schema: 'z.string()', control: `kind: 'remoteSelect', $name, find: findItems('${group}')` },
    sample: `'normal'`,
    width: 100,
  }),
  user: (field) =>
    reference(field, {
      sheet: `{ entity: 'user', by: 'name' }`,
      find: 'findPeople',
      width: 120,
      imports: ['findPeople'],
    }),
  org: (field) =>
    reference(field, {
      sheet: `{ entity: 'organization', by: 'name' }`,
      find: 'findOrganizations()',
      width: 160,
      imports: ['findOrganizations'],
    }),
  ref: (field) =>
    reference(field, {
      sheet: `{ entity: '${field.of.entity}', by: 'name' }`,
      find: `findNamed(${field.of.plural}Contract)`,
      width: 140,
      imports: ['findNamed'],
    }),
  bool: ({ name }) => ({
    write: 'z._default(z.boolean(), false)',
    row: 'z.boolean()',
    contractImports: [],
    column: 'boolean not null default false',
    columnType: 'boolean',
    sheet: `kind: 'bool', sample: '否'`,
    cell: name,
    initial: 'false',
    control: `<SwitchField<$Write> name="${name}" />`,
    formImports: ['SwitchField'],
    pageImports: [],
    shown: (value) => `${value} ? t('是') : t('否')`,
    sample: 'n % 2 === 0',
    width: 80,
  }),
  'file[]': ({ name }) => ({
    write: 'fileIds',
    row: 'z.array(rowFile)',
    contractImports: ['fileEndpoints', 'fileIds', 'ownFiles', 'rowFile'],
    column: '',
    columnType: '',
    sheet: `kind: 'text', width: 40`,
    cell: `${name}.map((file) => file.name).join('、')`,
    initial: '[]',
    control: `<FilesField<$Write> name="${name}" attach={$contract.attach} files={props.row?.${name}} />`,
    formImports: ['FilesField'],
    pageImports: ['FileList'],
    shown: (value) => `${value}.length`,
    shownOnPage: (value) =>
      `${value}.length > 0 && <FileList id={row.id} files={${value}} download={$contract.download} />`,
    sample: '[]',
    width: 80,
  }),
}

export const partsOf = (field: Field): FieldParts => byKind[field.kind](field)
export const columnName = ({ name }: Field): string => snake(name)
