import type { BaseParameterRow } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { crudImportedRows, type FieldValues, type ImportedRows } from '../../../kernel/sheets/imported-rows.ts'
import { toNumber, toTruth } from '../../../kernel/workbooks/cell-values.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'

const fields = ['code', 'name', 'kind', 'options', 'value', 'tags', 'desc'] as const

/** Parameters as imports see them, secrets without their values: those are written by a call of their own. */
export const importedParameters: ImportedRows = crudImportedRows<BaseParameterRow>(
  {
    having: async (db, field, values) =>
      (await baseParametersRepository.having(db, field, values)).map((row) =>
        row.kind === 'secret' ? { ...row, value: null } : row,
      ),
  },
  fields,
)

/** Text that is no JSON stays one, which the schema refuses. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const typedValue = (kind: unknown, text: string): unknown => {
  if (kind === 'number') return toNumber(text) ?? text
  if (kind === 'bool') return toTruth(text) ?? text
  return kind === 'json' ? parseJson(text) : text
}

/** The body of a request, of the texts that cells hold. */
export const fitParameter = ({ options, tags, value, ...body }: FieldValues): FieldValues => ({
  ...body,
  ...(options !== undefined && {
    options: typeof options === 'string' ? options.split(/[、,，\n]/).flatMap((each) => each.trim() || []) : options,
  }),
  ...(tags !== undefined && { tags: typeof tags === 'string' ? parseJson(tags) : tags }),
  value: body.kind === 'secret' ? null : typeof value === 'string' ? typedValue(body.kind, value) : (value ?? null),
})
