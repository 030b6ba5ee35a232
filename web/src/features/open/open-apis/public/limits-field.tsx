import type { CallLimits } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { Field } from '../../../../kernel/forms/fields.tsx'
import type { Control } from '../../../../ui/control.ts'
import { NumberInput } from '../../../../ui/number-input.tsx'
import { t } from '../../../../ui/texts.ts'
import './open.css'

const none: CallLimits = { perMinute: null, perDay: null }

const LimitsControl = ({ value = none, onChange, id, ...rest }: Control<CallLimits>) => (
  <div className="open-limits">
    <NumberInput
      {...(id !== undefined && { id })}
      {...rest}
      aria-label={t('每分钟次数')}
      unit={t('次/分钟')}
      value={value.perMinute}
      onChange={(perMinute) => onChange?.({ ...value, perMinute })}
    />
    <NumberInput
      {...rest}
      aria-label={t('每日次数')}
      unit={t('次/日')}
      value={value.perDay}
      onChange={(perDay) => onChange?.({ ...value, perDay })}
    />
  </div>
)

/** Form field `rate`: how often an API may be called. Takes what an empty one means. */
export const LimitsField = ({ help }: { help: string }) => (
  <Field<{ rate: CallLimits }> name="rate" help={help}>
    <LimitsControl />
  </Field>
)
