import type { FlowRow } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import type {
  ApprovalStep,
  Condition,
  comparisons,
  Deciders,
} from '@atrium/contract/features/communication/approvals/flow.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { deciderNames } from './approval-words.ts'

export type FlowField = FlowRow['fields'][number]
type Comparison = (typeof comparisons)[number]
type Names = ReadonlyMap<string, string>

const comparisonNames: Record<Comparison, string> = {
  is: t('等于'),
  isNot: t('不等于'),
  atLeast: t('不低于'),
  below: t('低于'),
}
/** How the values of a field are compared. */
export const comparisonOptions = ({ kind }: Pick<FlowField, 'kind'>) => {
  const offered: readonly Comparison[] = kind === 'number' ? ['atLeast', 'below', 'is', 'isNot'] : ['is', 'isNot']
  return offered.map((value) => ({ value, label: comparisonNames[value] }))
}
/** Whether a step is decided by those it names. */
export const isNamed = (by: Deciders): boolean => by === 'users' || by === 'roles'
/** The name of a person or role; of one that is gone, that it is. */
export const nameIn = (names: Names, id: string): string => names.get(id) ?? t('已删除')

const conditionText = ({ field, comparison, value }: Condition, fields: readonly FlowField[]): string => {
  const found = fields.find(({ name }) => name === field)
  const option = found?.options.find((each) => each.value === value)
  return t('仅当{field}{comparison}“{value}”', {
    field: t(found?.label ?? field),
    comparison: comparisonNames[comparison],
    value: option ? t(option.label) : value,
  })
}
/** A step in words. */
export const stepTexts = ({ by, ids, need, when, remindHours, escalateHours }: ApprovalStep, flow: FlowRow) => {
  const names = new Map(flow.names.map(({ id, name }) => [id, name]))
  const who = isNamed(by)
    ? t('{deciders}：{names}', { deciders: deciderNames[by], names: listText(ids.map((id) => nameIn(names, id))) })
    : deciderNames[by]
  const rest = [
    need > 1 && t('须 {need} 人通过', { need }),
    when && conditionText(when, flow.fields),
    remindHours !== null && t('{hours} 小时后提醒', { hours: remindHours }),
    escalateHours !== null && t('{hours} 小时后管理员加入', { hours: escalateHours }),
  ]
  return { who, rest: rest.filter((part) => typeof part === 'string') }
}
