import { type QuotaKind, type Quotas, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { NumberField } from '../../../../kernel/forms/fields.tsx'
import { t } from '../../../../ui/texts.ts'
import { quotaWords } from './quota-words.ts'

/** A number field per quota. `none` describes an empty one. */
export const QuotaInputs = ({ none }: { none: (kind: QuotaKind) => string }) =>
  quotaKinds.map((kind) => (
    <NumberField<Quotas>
      key={kind}
      name={quotaFields[kind]}
      help={t('{help}；不填则{kind}', { help: quotaWords[kind].help, kind: none(kind) })}
    />
  ))
