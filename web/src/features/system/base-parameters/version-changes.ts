import type { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { ParameterKind } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { differingFields, plainText } from '../../../kernel/forms/values.ts'
import { fieldLabels, kindLabels } from './parameter-words.ts'

export type ParameterVersion = ReplyOf<typeof baseParametersContract.history>['data'][number]
export type FieldChange = { label: string; before: string; after: string }

type Field = keyof typeof fieldLabels
const fields = Object.keys(fieldLabels) as Field[]

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const toText = (field: Field, value: unknown) => {
  if (isEmpty(value)) return ''
  if (field === 'kind') return kindLabels[value as ParameterKind]
  return field === 'options' ? (value as string[]).join('\n') : plainText(value)
}

/** Changes of a version, field by field. Without a previous version all filled fields are new. */
export const changesIn = (after: ParameterVersion, before: ParameterVersion | undefined): FieldChange[] =>
  differingFields(fields, before ?? {}, after)
    .map((field) => ({
      label: fieldLabels[field as Field],
      before: toText(field as Field, before?.[field as Field]),
      after: toText(field as Field, after[field as Field]),
    }))
    .filter((change) => change.before !== change.after)
