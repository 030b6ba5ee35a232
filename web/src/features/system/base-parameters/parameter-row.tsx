import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { defaultText, fullDescription, type TopicParameter, valueText } from './topic-words.ts'
import type { EditedValue, ValueChange } from './use-value-drafts.ts'
import { SecretState, ValueEditor } from './value-editor.tsx'

type ParameterRowProps = {
  parameter: TopicParameter
  change: ValueChange | undefined
  /** Of the unsaved value. */
  problem: string | undefined
  /** Absent without the right. */
  onChange: ((value: EditedValue) => void) | undefined
  /** Keeps the unsaved value although the stored one has changed. */
  onKeep: () => void
  onForget: () => void
  /** Absent without the right, and for what is no secret. */
  onReplaceSecret: (() => void) | undefined
  /** Called when the focus leaves: the value is complete. */
  onLeave: () => void
}

const toEditedValue = (value: unknown): EditedValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** Another user has changed the value meanwhile: what it is now, and the choice. */
const Conflict = ({ parameter, onKeep, onForget }: Pick<ParameterRowProps, 'parameter' | 'onKeep' | 'onForget'>) => {
  const { row, definition } = parameter
  return (
    <div role="alert" className="parameter-conflict">
      <p>
        {rich('{name}已于 {updateTime} 改为“{definition}”', {
          name: row.updateBy.name,
          updateTime: <Time at={row.updateTime} />,
          definition: valueText(definition, row.value),
        })}
      </p>
      <Button look="link" onClick={onKeep}>
        {t('使用我的')}
      </Button>
      <Button look="link" onClick={onForget}>
        {t('使用最新')}
      </Button>
    </div>
  )
}

/** What is to be known about the value: a conflict, a problem, or that it differs from the default. */
const ValueNote = ({ id, value, ...props }: ParameterRowProps & { id: string; value: EditedValue }) => {
  const { parameter, change, problem, onChange } = props
  const { row, definition } = parameter
  if (change?.isStale) return <Conflict {...props} />
  if (problem !== undefined)
    return (
      <p id={id} className="parameter-problem">
        {problem}
      </p>
    )
  if (value === definition.value) return null
  return (
    <p id={id} className="parameter-differs">
      <b>{t('已修改')}</b> · {defaultText(definition)}
      {onChange && (
        <>
          {' ·'}
          <Button
            look="link"
            aria-label={t('恢复{name}的默认值', { name: row.name })}
            onClick={() => onChange(definition.value)}
          >
            {t('恢复默认')}
          </Button>
        </>
      )}
    </p>
  )
}

/** The value with its control, or in words without the right to change it. */
const ParameterValueCell = ({
  ids,
  ...props
}: ParameterRowProps & { ids: Record<'control' | 'desc' | 'note', string> }) => {
  const { parameter, change, problem, onChange, onLeave, onReplaceSecret } = props
  const { row, definition } = parameter
  if (row.kind === 'secret')
    return (
      <>
        <SecretState parameter={parameter} {...(onReplaceSecret && { onReplace: onReplaceSecret })} />
        {row.value !== null && (
          <p className="parameter-differs">
            {rich('{updateTime} 由{name}更新', { updateTime: <Time at={row.updateTime} />, name: row.updateBy.name })}
          </p>
        )}
      </>
    )
  const value = change ? change.value : toEditedValue(row.value)
  return (
    <>
      {onChange ? (
        <ValueEditor
          id={ids.control}
          aria-label={row.name}
          aria-describedby={`${ids.desc} ${ids.note}`}
          {...(problem === undefined ? {} : { 'aria-invalid': 'true' as const })}
          parameter={parameter}
          value={value}
          onChange={onChange}
          onBlur={onLeave}
        />
      ) : (
        <span className="parameter-words">{valueText(definition, value)}</span>
      )}
      <ValueNote {...props} id={ids.note} value={value} />
    </>
  )
}

/** One parameter: name, code, description, and its value to edit. */
export const ParameterRow = (props: ParameterRowProps) => {
  const { parameter, change } = props
  const id = useId()
  const ids = { control: `${id}-control`, desc: `${id}-desc`, note: `${id}-note` }
  return (
    <div className="parameter" data-parameter={parameter.row.id} data-unsaved={change !== undefined || undefined}>
      <div>
        <h3 className="parameter-name">
          {parameter.row.name}
          <code>{parameter.row.code}</code>
        </h3>
        <p id={ids.desc} className="parameter-desc">
          {fullDescription(parameter)}
        </p>
      </div>
      <div className="parameter-editor">
        <ParameterValueCell {...props} ids={ids} />
      </div>
    </div>
  )
}
