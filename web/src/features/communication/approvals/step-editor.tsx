import type { FlowRow } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { type ApprovalStep, type Condition, maxNamed } from '@atrium/contract/features/communication/approvals/flow.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { type ReactNode, useId } from 'react'
import { findRows } from '../../../kernel/listing/find-rows.ts'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { findPeople } from '../../people/users/public/find-people.ts'
import { deciderNames } from './approval-words.ts'
import { comparisonOptions, type FlowField, isNamed, nameIn } from './flow-words.ts'

const findRoles: Find = async (...asked) =>
  (await findRows(rolesContract, asked)).map(({ id, name }) => ({ value: id, label: name }))

type NamedProps = {
  step: ApprovalStep
  label: string
  names: ReadonlyMap<string, string>
  onNamed: (id: string, name: string) => void
  onChange: (ids: string[]) => void
}
const Named = ({ step: { by, ids }, label, names, onNamed, onChange }: NamedProps) => {
  const search = by === 'roles' ? findRoles : findPeople
  const find: Find = async (keyword, _chosen, signal) => {
    const found = await search(keyword, undefined, signal)
    for (const { value, label: name } of found) onNamed(value, name)
    return found.filter(({ value }) => !ids.includes(value))
  }
  return (
    <div className="approval-editor-named">
      {ids.length > 0 && (
        <ChosenList label={label}>
          {ids.map((id) => (
            <ChosenItem
              key={id}
              name={nameIn(names, id)}
              onRemove={() => onChange(ids.filter((each) => each !== id))}
            />
          ))}
        </ChosenList>
      )}
      {ids.length < maxNamed && (
        <SearchSelect
          // Remounts, so that who was chosen is no longer offered.
          key={`${by} ${ids.length}`}
          aria-label={label}
          placeholder={by === 'roles' ? t('输入名称查找角色') : t('输入名称查找人员')}
          find={find}
          value={undefined}
          onChange={(id) => id !== undefined && onChange([...ids, id])}
        />
      )}
    </div>
  )
}

type WhenProps = {
  when: Condition
  fields: readonly FlowField[]
  label: string
  onChange: (when: Condition) => void
}
const When = ({ when, fields, label, onChange }: WhenProps) => {
  const field = fields.find(({ name }) => name === when.field)
  const set = (value: string) => onChange({ ...when, value })
  return (
    <div className="approval-editor-when">
      <Select
        aria-label={t('{label}的比较方式', { label })}
        options={comparisonOptions(field ?? { kind: 'text' })}
        value={when.comparison}
        onChange={(comparison) => comparison && onChange({ ...when, comparison })}
      />
      {field && field.options.length > 0 ? (
        <Select
          aria-label={t('{label}的值', { label })}
          options={field.options.map(({ value, label: name }) => ({ value, label: t(name) }))}
          value={when.value}
          onChange={(value) => value !== undefined && set(value)}
        />
      ) : field?.kind === 'number' ? (
        <NumberInput
          aria-label={t('{label}的值', { label })}
          value={when.value === '' ? null : Number(when.value)}
          onChange={(value) => set(value === null ? '' : String(value))}
        />
      ) : (
        <LineInput aria-label={t('{label}的值', { label })} maxLength={100} value={when.value} onChange={set} />
      )}
    </div>
  )
}

const Row = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="approval-editor-row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const always = '*'
type StepEditorProps = Omit<NamedProps, 'label' | 'onChange'> & {
  at: number
  flow: FlowRow
  onChange: (step: ApprovalStep) => void
}
/** One step of a flow. */
export const StepEditor = ({ step, at, flow, names, onNamed, onChange }: StepEditorProps) => {
  const set = (changed: Partial<ApprovalStep>) => onChange({ ...step, ...changed })
  const fields = flow.fields
  const beginWhen = (name: string | undefined) => {
    const field = fields.find((each) => each.name === name)
    const [comparison] = comparisonOptions(field ?? { kind: 'text' })
    set({
      when: field
        ? { field: field.name, comparison: comparison?.value ?? 'is', value: field.options[0]?.value ?? '' }
        : null,
    })
  }
  return (
    <fieldset aria-label={t('第 {at} 步', { at })} className="approval-editor-rows">
      <Row label={t('审批人')}>
        {(id) => (
          <Select
            id={id}
            options={flow.deciders.map((value) => ({ value, label: deciderNames[value] }))}
            value={step.by}
            onChange={(by) => by && set({ by, ids: [] })}
          />
        )}
      </Row>
      <Row label={t('通过人数')}>
        {(id) => <NumberInput id={id} value={step.need} unit={t('人')} onChange={(need) => set({ need: need ?? 1 })} />}
      </Row>
      {isNamed(step.by) && (
        <Named
          step={step}
          label={t('第 {at} 步的审批人', { at })}
          names={names}
          onNamed={onNamed}
          onChange={(ids) => set({ ids })}
        />
      )}
      {fields.length > 0 && (
        <Row label={t('适用条件')}>
          {(id) => (
            <Select
              id={id}
              options={[
                { value: always, label: t('全部申请') },
                ...fields.map(({ name, label }) => ({ value: name, label: t(label) })),
              ]}
              value={step.when?.field ?? always}
              onChange={beginWhen}
            />
          )}
        </Row>
      )}
      {step.when && (
        <When when={step.when} fields={fields} label={t('第 {at} 步条件', { at })} onChange={(when) => set({ when })} />
      )}
      <Row label={t('提醒')}>
        {(id) => (
          <NumberInput
            id={id}
            value={step.remindHours}
            unit={t('小时后')}
            onChange={(remindHours) => set({ remindHours })}
          />
        )}
      </Row>
      <Row label={t('管理员加入')}>
        {(id) => (
          <NumberInput
            id={id}
            value={step.escalateHours}
            unit={t('小时后')}
            onChange={(escalateHours) => set({ escalateHours })}
          />
        )}
      </Row>
    </fieldset>
  )
}
