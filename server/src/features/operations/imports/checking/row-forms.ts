import { catchRefusal } from '../../../../kernel/refusals.ts'
import type { AppError } from '../../../../kernel/scope.ts'
import type { BatchWriter } from '../../../../kernel/sheets/batch-writer.ts'
import type { FieldValues, StoredRow } from '../../../../kernel/sheets/imported-rows.ts'
import type { ImportableField } from '../../excels/index.ts'
import type { Writes } from '../import-plan.ts'
import { bodyWith, getBody, pickRequestFields, takesField } from './body-values.ts'

type Values = readonly { field: ImportableField; value: unknown }[]
/** How values of cells become requests. */
export type RowForm = {
  /** Whether a change takes the field. */
  takes(field: ImportableField): boolean
  newBody(values: Values): FieldValues
  changedBody(stored: StoredRow, values: Values): FieldValues
  /** What is remembered of a row before it is changed. */
  before(stored: StoredRow): FieldValues
}

/** Fields are those of the requests. */
export const rowForm = ({ create, update, fit = (body) => body }: Writes): RowForm => ({
  takes: (field) => takesField(update, field),
  newBody: (values) => fit(bodyWith(getBody(create), {}, values)),
  changedBody: (stored, values) => fit(bodyWith(getBody(update), pickRequestFields(update, stored.body), values)),
  before: (stored) => pickRequestFields(update, stored.body),
})

/** Fields are those that the batch writer declares, which makes requests of them. */
export const batchForm = ({ shape, fixed, toBody: fit, remembered }: BatchWriter): RowForm => ({
  takes: ({ field }) => !fixed.includes(field),
  newBody: (values) => fit(bodyWith(shape, {}, values), undefined),
  changedBody: (stored, values) => fit(bodyWith(shape, stored.body, values), stored),
  before: remembered,
})

/** A body, or the refusal for which there is none. */
export const bodyOrRefusal = (make: () => FieldValues): { body: FieldValues } | { refusal: AppError } => {
  let body: FieldValues = {}
  const refusal = catchRefusal(() => {
    body = make()
  })
  return refusal ? { refusal } : { body }
}
