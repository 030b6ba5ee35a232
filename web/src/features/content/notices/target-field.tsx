import { type NoticeScope, noticeScopes } from '@atrium/contract/features/content/notices/notice-words.ts'
import {
  hasTargets,
  type NoticeTarget,
  noticesContract,
} from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import type { Control } from '../../../ui/control.ts'
import { numberText } from '../../../ui/number-text.ts'
import { rich } from '../../../ui/rich.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { scopeNames } from './notice-words.ts'

type NamedTargets = readonly { id: string; name: string }[]
type Searched = Exclude<NoticeScope, 'all' | 'portal'>
const searchHints: Readonly<Record<Searched, string>> = {
  company: t('输入名称查找公司'),
  org: t('输入名称查找组织'),
  role: t('输入名称查找角色'),
  user: t('输入名称查找人员'),
}
const chosenLabels: Readonly<Record<Searched, string>> = {
  company: t('已选公司'),
  org: t('已选组织'),
  role: t('已选角色'),
  user: t('已选人员'),
}
const everybody: NoticeTarget = { scope: 'all', ids: [] }

const findTargets =
  (scope: Searched, taken: readonly string[], learn: (names: NamedTargets) => void): Find =>
  async (keyword, _chosen, signal) => {
    const found = await call(noticesContract.targets, { query: { scope, keyword } }, { signal })
    learn(found.map(({ value, label }) => ({ id: value, name: label })))
    return found.filter(({ value }) => !taken.includes(value))
  }

/** How many people a target reaches; nothing before one is chosen. */
export const ReachNote = ({ target: { scope, ids } }: { target: NoticeTarget }) => {
  const isComplete = !hasTargets(scope) || ids.length > 0
  const request = { query: { scope, ids: ids.join() } }
  const { data } = useRead(noticesContract.reach, request, { enabled: isComplete, toasts: false })
  if (!isComplete || !data) return null
  if (scope === 'portal') return <p className="notice-reach">{t('无需登录，任何人可在公开页面查看。')}</p>
  return (
    <p className="notice-reach" role="status">
      <strong>{rich('预计触达 {people} 人', { people: <b>{numberText(data.people)}</b> })}</strong>
      <span>{t('以阅读时的范围为准，之后加入的人员也可查看')}</span>
    </p>
  )
}

type TargetControlProps = Control<NoticeTarget> & { named: NamedTargets; isPlatform: boolean }
const TargetControl = ({ value = everybody, onChange, named, isPlatform, ...control }: TargetControlProps) => {
  const { scope, ids } = value
  // Names of the saved targets and of all found since.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map(named.map(({ id, name }) => [id, name])))
  const learn = (found: NamedTargets) =>
    setNames((known) => new Map([...known, ...found.map(({ id, name }) => [id, name] as const)]))
  const scopes = noticeScopes.filter((each) => isPlatform || each !== 'company')
  return (
    <div className="notice-target">
      <Segments<NoticeScope>
        label={t('发送对象')}
        options={scopes.map((each) => ({ value: each, label: scopeNames[each] }))}
        value={scope}
        onChange={(next) => next !== scope && onChange?.({ scope: next, ids: [] })}
      />
      {hasTargets(scope) && (
        <>
          <SearchSelect
            // Remounts, so that what was chosen is no longer offered.
            key={`${scope} ${ids.length}`}
            {...control}
            placeholder={searchHints[scope as Searched]}
            find={findTargets(scope as Searched, ids, learn)}
            value={undefined}
            onChange={(id) => id !== undefined && onChange?.({ scope, ids: [...ids, id] })}
          />
          <ChosenList label={chosenLabels[scope as Searched]}>
            {ids.map((id) => (
              <ChosenItem
                key={id}
                name={names.get(id) ?? t('已删除')}
                onRemove={() => onChange?.({ scope, ids: ids.filter((each) => each !== id) })}
              />
            ))}
          </ChosenList>
        </>
      )}
      <ReachNote target={value} />
    </div>
  )
}

/** Form field `target`: who a notice reaches, with the number of people. Takes the names of saved targets. */
export const TargetField = ({ named, isPlatform }: { named: NamedTargets; isPlatform: boolean }) => (
  <Field<{ target: NoticeTarget }> name="target">
    <TargetControl named={named} isPlatform={isPlatform} />
  </Field>
)
