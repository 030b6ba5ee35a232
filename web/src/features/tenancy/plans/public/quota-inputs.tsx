import { type QuotaKind, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { NumberField } from '../../../../kernel/forms/fields.tsx'
import { quotaWords } from './quota-words.ts'

/** A number field per quota. `none` describes an empty one. */
export const QuotaInputs = ({ none }: { none: (kind: QuotaKind) => string }) =>
  quotaKinds.map((kind) => (
    <NumberField<Quotas> key={kind} name={quotaFields[kind]} help={`${quotaWords[kind].help}；不填则${none(kind)}`} />
  ))
