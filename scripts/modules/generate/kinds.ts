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
  /** A value in tests, of the number `n`. */
  readonly sample: string
  readonly width: number
}

const quote = (text: string) => `'${text}'`
const ofText = ({ name, title }: Field): FieldParts => ({
  write: `text(100, ${quote(`请输入${title}`)})`,
  row: 'z.string()',
  contractImports: ['text'],
  column: 'text not null',
  columnType: 'string',
  sheet: `kind: 'text', sample: '示例', width: 24`,
  cell: name,
  initial: `''`,
  control: `<TextField<$Write> name="${name}" maxLength={100} />`,
  sample: `\`示例\${n}\``,
  width: 200,
})

/** A person or an organisation, which `find` offers. */
const reference = (name: string, sheet: string, find: string, width: number): FieldParts => ({
  write: 'reference',
  row: 'named',
  contractImports: ['named', 'reference'],
  column: 'uuid',
  columnType: 'string | null',
  sheet: `kind: 'ref', reference: ${sheet}`,
  cell: `${name}?.name`,
  initial: 'null',
  control: `<SearchSelectField<$Write> name="${name}" find={${find}} />`,
  shown: (value) => `${value}?.name`,
  sample: 'null',
  width,
})

const byKind: Readonly<Record<Kind, (field: Field) => FieldParts>> = {
  text: ofText,
  number: ({ name, title }) => ({
    write: `z.number(${quote(`请输入${title}`)})`,
    row: 'z.number()',
    contractImports: [],
    column: 'double precision not null',
    columnType: 'number',
    sheet: `kind: 'number', sample: '1'`,
    cell: name,
    initial: '0',
    control: `<NumberField<$Write> name="${name}" />`,
    sample: 'n',
    width: 120,
  }),
  money: ({ name }) => ({
    write: 'money',
    row: 'z.string()',
    contractImports: ['money'],
    column: 'numeric(15, 2) not null',
    columnType: 'string',
    sheet: `kind: 'decimal2', sample: '1280.50'`,
    cell: `Number(${name})`,
    initial: `''`,
    control: `<TextField<$Write> name="${name}" maxLength={16} />`,
    shown: (value) => `moneyText(${value})`,
    sample: `\`\${n}.50\``,
    width: 140,
  }),
  date: ({ name, title }) => ({
    write: `calendarDay(${quote(`请选择${title}`)})`,
    row: 'z.string()',
    contractImports: ['calendarDay'],
    column: 'date not null',
    columnType: 'string',
    sheet: `kind: 'date', sample: '2026-01-31'`,
    cell: `({ date: ${name} })`,
    initial: `''`,
    control: `<DateField<$Write> name="${name}" />`,
    sample: `'2026-01-31'`,
    width: 120,
  }),
  dict: ({ name, title, group }) => ({
    write: `text(64, ${quote(`请选择${title}`)})`,
    row: 'z.string()',
    contractImports: ['text'],
    column: 'text not null',
    columnType: 'string',
    sheet: `kind: 'dict', dictionary: ${quote(group)}, sample: '正常'`,
    cell: name,
    initial: `''`,
    control: `<DictSelectField<$Write> name="${name}" group="${group}" />`,
    shown: (value) => `<DictTag group="${group}" code={${value}} />`,
    sample: `'normal'`,
    width: 100,
  }),
  user: ({ name }) =>
    reference(name, `{ entity: 'user', by: 'name' }, sample: '', hint: '姓名或账号'`, 'findPeople', 120),
  org: ({ name }) => reference(name, `{ entity: 'organization', by: 'name' }`, 'findOrganizations()', 160),
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
    shown: (value) => `${value}.length`,
    shownOnPage: (value) => `<FileList id={row.id} files={${value}} download={$contract.download} />`,
    sample: '[]',
    width: 80,
  }),
}

export const partsOf = (field: Field): FieldParts => byKind[field.kind](field)
export const columnName = ({ name }: Field): string => snake(name)
