import { t } from '../../../ui/texts.ts'
import type { ApiDocument, Schema } from './api-document.ts'
import { type SchemaLine, schemaLines } from './schema-lines.ts'

type LineProps = { line: SchemaLine; marksRequired: boolean }
const Line = ({ line: { depth, name, type, required, note }, marksRequired }: LineProps) => (
  <tr>
    <td style={{ paddingInlineStart: 12 + depth * 16 }}>
      <code>{name}</code>
      {required && marksRequired && <span className="api-required">{t('必填')}</span>}
    </td>
    <td>{type}</td>
    <td>{note}</td>
  </tr>
)

type FieldTableProps = {
  label: string
  lines: readonly SchemaLine[]
  /** For what is sent; a reply holds what it holds. */
  marksRequired: boolean
}
/** Fields as a table: name, type, and what else is to be known. */
export const FieldTable = ({ label, lines, marksRequired }: FieldTableProps) => (
  <table className="api-table" aria-label={label}>
    <thead>
      <tr>
        <th>{t('名称')}</th>
        <th>{t('类型')}</th>
        <th>{t('说明')}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Line key={line.key} line={line} marksRequired={marksRequired} />
      ))}
    </tbody>
  </table>
)

type SchemaTableProps = Omit<FieldTableProps, 'lines'> & { document: ApiDocument; schema: Schema }
/** The fields of a schema; nothing for one without fields. */
export const SchemaTable = ({ document, schema, ...table }: SchemaTableProps) => {
  const lines = schemaLines(document, schema)
  return lines.length > 0 && <FieldTable lines={lines} {...table} />
}
