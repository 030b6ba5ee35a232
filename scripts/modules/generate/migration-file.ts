import { type Field, hasFiles, isReference, isRow } from './fields.ts'
import { columnName, partsOf } from './kinds.ts'
import { type Names, snake } from './names.ts'

const target: Readonly<Record<string, string>> = { user: 'users', org: 'orgs' }
/** Rows that others refer to stay; users and organisations go. */
const deletion = (field: Field) => (isRow(field) ? '' : ` on delete set null (${columnName(field)})`)

/** The dictionary of a field, with two items to begin with; administrators keep it. */
const dictionary = ({ group, title }: Field): string => `
insert into dict_groups (id, code, name) values (gen_random_uuid(), '${group}', '${title}')
on conflict (code) do nothing;
insert into dict_items (id, group_id, code, name, color, sort)
select gen_random_uuid(), dict_groups.id, item.code, item.name, item.color, item.sort
from dict_groups, (values ('normal', '正常', 'good', 10), ('stopped', '停用', '', 20)) as item (code, name, color, sort)
where dict_groups.code = '${group}'
on conflict (group_id, code) do nothing;
`

/** The table of the files of an entity. What it lets go of is removed after a day. */
const filesTable = ({ plural, singular, noun }: Names): string => {
  const [rows, row] = [snake(plural), snake(singular)]
  const table = `${row}_files`
  return `
-- Files of a ${row}, each of one row and field: ${noun}的附件.
create table ${table} (
  company_id uuid not null,
  file_id uuid not null,
  ${row}_id uuid not null,
  field text not null,
  constraint ${table}__pk primary key (company_id, file_id),
  constraint ${table}__${row} foreign key (company_id, ${row}_id) references ${rows} (company_id, id) on delete cascade,
  constraint ${table}__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index ${table}__${row} on ${table} (company_id, ${row}_id);
comment on constraint ${table}__pk on ${table} is 'a file that is in use is not added again (on conflict do nothing)';
call keep_to_company('${table}');
call reference_files('${table}', '${singular}', '${row}_id');
`
}

/** The table of an entity, and what its fields refer to. */
export const migrationFile = (names: Names, fields: readonly Field[]): string => {
  const { plural, noun } = names
  const table = snake(plural)
  const references = fields.filter(isReference)
  const constraints = [
    `constraint ${table}__pk primary key (company_id, id)`,
    `constraint ${table}__company_id foreign key (company_id) references companies (id)`,
    `constraint ${table}__name unique (company_id, name)`,
    ...references.map(
      (field) => `constraint ${table}__${columnName(field)} foreign key (company_id, ${columnName(field)})
    references ${target[field.kind] ?? snake(field.of.plural)} (company_id, id)${deletion(field)}`,
    ),
  ]
  return `-- ${noun}, rows of a company.
create table ${table} (
  company_id uuid not null,
  id uuid not null,
${fields
  .filter((field) => !hasFiles(field))
  .map((field) => `  ${columnName(field)} ${partsOf(field).column},\n`)
  .join('')}  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  ${constraints.join(',\n  ')}
);
${references.map((field) => `create index ${table}__${columnName(field)} on ${table} (company_id, ${columnName(field)});\n`).join('')}call keep_to_company('${table}');
${fields.some(hasFiles) ? filesTable(names) : ''}${fields
  .filter(({ kind }) => kind === 'dict')
  .map(dictionary)
  .join('')}`
}
