import type { OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { Plus, X } from 'lucide-react'
import { Field } from '../../../kernel/forms/fields.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { LineInput } from '../../../ui/line-input.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { paramPlaces, paramTypes } from './open-api-words.ts'
import { toOptions } from './public/open-words.ts'
import './open-apis.css'

const fresh: OpenParam = { in: 'query', name: '', type: 'string', required: false, default: '', desc: '' }
const places = toOptions(paramPlaces)
const types = toOptions(paramTypes)

type LineProps = { param: OpenParam; at: number; onChange: (param: OpenParam) => void; onRemove: () => void }
const ParamLine = ({ param, at, onChange, onRemove }: LineProps) => {
  const set = (part: Partial<OpenParam>) => onChange({ ...param, ...part })
  const named = (what: string) => ({ 'aria-label': t('参数 {at} 的{what}', { at: at + 1, what }) })
  return (
    <li className="open-param">
      <Select
        {...named(t('位置', { context: 'param' }))}
        options={places}
        value={param.in}
        onChange={(place) => set({ in: place as OpenParam['in'] })}
      />
      <LineInput {...named(t('名称'))} placeholder={t('名称')} value={param.name} onChange={(name) => set({ name })} />
      <Select
        {...named(t('类型'))}
        options={types}
        value={param.type}
        onChange={(type) => set({ type: type as OpenParam['type'] })}
      />
      <LineInput
        {...named(t('默认值'))}
        placeholder={t('默认值')}
        value={param.default}
        onChange={(value) => set({ default: value })}
      />
      <LineInput {...named(t('说明'))} placeholder={t('说明')} value={param.desc} onChange={(desc) => set({ desc })} />
      <PlainCheckbox checked={param.required} onChange={(required) => set({ required })}>
        {t('必填')}
      </PlainCheckbox>
      <Button
        look="link"
        aria-label={t('移除参数 {at}', { at: at + 1 })}
        icon={<X aria-hidden size={16} />}
        onClick={onRemove}
      />
    </li>
  )
}

const ParamsControl = ({ value = [], onChange }: Control<readonly OpenParam[]>) => (
  <>
    <ul className="open-params" aria-label={t('参数')}>
      {Object.entries(value).map(([line, param]) => (
        <ParamLine
          // A line is what stands at its place.
          key={line}
          param={param}
          at={Number(line)}
          onChange={(next) => onChange?.(value.toSpliced(Number(line), 1, next))}
          onRemove={() => onChange?.(value.toSpliced(Number(line), 1))}
        />
      ))}
    </ul>
    <Button look="link" icon={<Plus aria-hidden size={16} />} onClick={() => onChange?.([...value, fresh])}>
      {t('添加参数')}
    </Button>
  </>
)

/** Form field `params`: parameters of the path and the query. */
export const ParamsField = ({ help }: { help: string }) => (
  <Field<{ params: readonly OpenParam[] }> name="params" help={help}>
    <ParamsControl />
  </Field>
)
