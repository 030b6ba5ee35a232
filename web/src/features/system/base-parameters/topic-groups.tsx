import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { lazy } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ParameterRow } from './parameter-row.tsx'
import { TopicSection } from './topic-section.tsx'
import type { TopicGroup, TopicParameter } from './topic-words.ts'
import type { TopicValues } from './use-topic-values.ts'
import type { EditedValue, ValueDrafts } from './use-value-drafts.ts'

const HistoryDrawer = lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer }))
const SecretForm = lazy(async () => ({ default: (await import('./secret-form.tsx')).SecretForm }))

const { updateValues, writeSecret } = baseParametersContract

type TopicGroupsProps = { groups: readonly TopicGroup[]; drafts: ValueDrafts; values: TopicValues }

const drawerProps = (row: BaseParameterRow, onClosed: () => void) => ({ row, onClosed, onSaved: () => undefined })

/** Topics with their parameters. Secrets and histories open in drawers. */
export const TopicGroups = ({ groups, drafts, values }: TopicGroupsProps) => {
  const [drawer, open] = useOverlay()
  const canEdit = useCan(updateValues)
  const canReplace = useCan(writeSecret)
  const openHistory = (row: BaseParameterRow) => open((onClosed) => <HistoryDrawer {...drawerProps(row, onClosed)} />)
  const openSecret = (row: BaseParameterRow) => open((onClosed) => <SecretForm {...drawerProps(row, onClosed)} />)
  const edit = (row: BaseParameterRow, value: EditedValue) => {
    drafts.set(row, value)
    values.setEditing(row.id)
  }
  const renderRow = (parameter: TopicParameter) => {
    const { row } = parameter
    const change = drafts.findChange(row)
    return (
      <ParameterRow
        key={row.id}
        parameter={parameter}
        change={change}
        problem={change && values.findProblem(change)}
        onChange={canEdit ? (value) => edit(row, value) : undefined}
        onKeep={() => change && drafts.keep(change)}
        onForget={() => change && drafts.forget([change])}
        onReplaceSecret={canReplace ? () => openSecret(row) : undefined}
        onLeave={() => values.setEditing(undefined)}
      />
    )
  }
  return (
    <>
      {groups.map((group) => (
        <TopicSection key={group.topic} group={group} onHistory={openHistory}>
          {group.parameters.map(renderRow)}
        </TopicSection>
      ))}
      {drawer}
    </>
  )
}
