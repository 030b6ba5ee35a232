import type { ApiDocument, Schema } from './api-document.ts'
import { type SchemaLine, schemaLines } from './schema-lines.ts'

const Line = ({ line: { depth, name, type, required, note } }: { line: SchemaLine }) => (
  <tr>
    <td style={{ paddingInlineStart: 12 + depth * 16 }}>
      <code>{name}</code>
      {required && <span className="api-required">必填</span>}
    </td>
    <td>{type}</td>
    <td>{note}</td>
  </tr>
)

/** Fields as a table: name, type, and what else is to be known. */
export const FieldTable = ({ label, lines }: { label: string; lines: readonly SchemaLine[] }) => (
  <table className="api-table" aria-label={label}>
    <thead>
      <tr>
        <th>名称</th>
        <th>类型</th>
        <th>说明</th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </tbody>
  </table>
)

/** The fields of a schema; nothing for one without fields. */
export const SchemaTable = ({ label, document, schema }: { label: string; document: ApiDocument; schema: Schema }) => {
  const lines = schemaLines(document, schema)
  return lines.length > 0 && <FieldTable label={label} lines={lines} />
}
