import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { findBuiltin } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import { Plus } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { DraftNotice } from '../../../kernel/forms/drawer-form-notices.tsx'
import { askedCreation, askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { useKeys } from '../../../kernel/listing/use-keys.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { TopicGroups } from './topic-groups.tsx'
import { TopicNav } from './topic-nav.tsx'
import { groupByTopic, searchGroups } from './topic-words.ts'
import { useTopicValues } from './use-topic-values.ts'
import type { ValueChange, ValueDrafts } from './use-value-drafts.ts'
import { ValuesBar } from './values-bar.tsx'
import './parameter-topics.css'

/** More rows than the product has built-in parameters. */
const builtins = { query: { 'f.builtin': 'true', size: 100 } } as const
const maxSearchLength = 64

type ParameterTopicsProps = {
  drafts: ValueDrafts
  topic: string | null
  onTopic: (topic: string) => void
  /** Opens the list of all parameters. Takes what to find there, or to open. */
  onList: (params: { search?: string; open?: string }) => void
}
type TopicsProps = ParameterTopicsProps & { rows: readonly BaseParameterRow[]; reload: () => void }

const findTopic = ({ code }: BaseParameterRow) => findBuiltin(code)?.topic ?? ''

/** Focuses the control of a parameter as soon as it is shown. */
const useLocated = () => {
  const panel = useRef<HTMLDivElement>(null)
  const [located, setLocated] = useState<string>()
  useEffect(() => {
    if (located === undefined) return
    const editor = panel.current?.querySelector(`[data-parameter="${located}"] .parameter-editor`)
    const control = editor?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, button')
    if (!control) return
    control.focus()
    setLocated(undefined)
  })
  return [panel, setLocated] as const
}

/** The search and the topics it goes through: one is shown, or what the search finds in all. */
const useShownTopics = (rows: readonly BaseParameterRow[], topic: string | null) => {
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupByTopic(rows), [rows])
  const current = groups.find((group) => group.topic === topic) ?? groups[0]
  const shown = search.trim() === '' ? (current ? [current] : []) : searchGroups(groups, search)
  return { search, setSearch, groups, shown, current: search.trim() === '' ? current?.topic : undefined }
}

const Topics = ({ rows, drafts, topic, onTopic, onList, reload }: TopicsProps) => {
  const canAdd = useCan(baseParametersContract.create)
  const { search, setSearch, groups, shown, current } = useShownTopics(rows, topic)
  const searchId = useId()
  const [panel, setLocated] = useLocated()
  const values = useTopicValues(rows, drafts)
  useKeys({ '/': () => document.getElementById(searchId)?.focus(), r: reload })

  const showTopic = (next: string) => {
    setSearch('')
    onTopic(next)
  }
  const locate = (change: ValueChange | undefined) => {
    if (!change) return
    showTopic(findTopic(change.row))
    setLocated(change.row.id)
  }
  return (
    <div className="parameter-topics">
      <div className="topic-side">
        <SearchInput
          id={searchId}
          aria-label={t('搜索参数')}
          placeholder={t('名称、编码、描述')}
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
        {canAdd && (
          <Button icon={<Plus aria-hidden size={14} />} onClick={() => onList({ [askedParams.action]: askedCreation })}>
            {t('新增')}
          </Button>
        )}
        <TopicNav
          groups={groups}
          current={current}
          unsaved={new Set(values.changes.map(({ row }) => findTopic(row)))}
          onTopic={showTopic}
          onFollow={() => setSearch('')}
        />
      </div>
      <div ref={panel} className="topic-panel">
        {drafts.isRestored && <DraftNotice onDiscard={drafts.clear} />}
        <TopicGroups groups={shown} drafts={drafts} values={values} />
        {shown.length === 0 && (
          <Empty title={t('没有符合条件的参数')}>
            <Button onClick={() => setSearch('')}>{t('清除条件')}</Button>
          </Empty>
        )}
        {search.trim() !== '' && (
          <p className="topic-elsewhere">
            <Button look="link" onClick={() => onList({ search: search.trim() })}>
              {t('在全部参数中搜索“{search}”', { search: search.trim() })}
            </Button>
          </p>
        )}
      </div>
      {values.changes.length > 0 && (
        <ValuesBar
          values={values}
          onLocate={() => locate(values.firstBlocking())}
          onUndo={drafts.clear}
          onSave={async () => locate(await values.save())}
        />
      )}
    </div>
  )
}

/** The platform's parameters by topic, each with a control that fits it, saved together. */
export const ParameterTopics = (props: ParameterTopicsProps) => {
  const read = useRead(baseParametersContract.list, builtins)
  return (
    <ReadState read={read}>
      {({ data }) => <Topics {...props} rows={data} reload={() => void read.refetch()} />}
    </ReadState>
  )
}
