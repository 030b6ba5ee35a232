import { Lock } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { RadioList } from '../../../ui/radio-list.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { t } from '../../../ui/texts.ts'
import { type TopicParameter, valueText } from './topic-words.ts'
import type { EditedValue } from './use-value-drafts.ts'

const maxLength = 4000
const radiosAtMost = 3

type ValueEditorProps = Omit<Control<never>, 'value' | 'onChange'> & {
  parameter: TopicParameter
  value: EditedValue
  onChange: (value: EditedValue) => void
}

/** The control for a value of this parameter, by its kind. */
export const ValueEditor = ({ parameter: { definition }, value, onChange, ...control }: ValueEditorProps) => {
  const options = Object.entries(definition.labels ?? {}).map(([option, label]) => ({ value: option, label: t(label) }))
  switch (definition.kind) {
    case 'bool':
      return <Switch {...control} value={value === true} onChange={onChange} />
    case 'number':
      return (
        <NumberInput
          {...control}
          unit={definition.unit && t(definition.unit)}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      )
    case 'enum': {
      const choice = { ...control, options, value: String(value) }
      return options.length > radiosAtMost ? (
        <Select {...choice} onChange={(next) => onChange(next ?? null)} />
      ) : (
        <RadioList {...choice} onChange={onChange} />
      )
    }
    default:
      return <LineInput {...control} count={{ max: maxLength }} value={String(value ?? '')} onChange={onChange} />
  }
}

/** Whether a secret is set, and the way to replace it. It is never shown. */
export const SecretState = ({ parameter, onReplace }: { parameter: TopicParameter; onReplace?: () => void }) => {
  const { row, definition } = parameter
  return (
    <div className="parameter-secret-state">
      <span className="parameter-secret-box">
        <Lock aria-hidden size={14} />
        {valueText(definition, row.value)}
      </span>
      {onReplace && (
        <Button
          onClick={onReplace}
          aria-label={row.value === null ? t('设置{name}', { name: row.name }) : t('更换{name}', { name: row.name })}
        >
          {row.value === null ? t('设置') : t('更换')}
        </Button>
      )}
    </div>
  )
}
