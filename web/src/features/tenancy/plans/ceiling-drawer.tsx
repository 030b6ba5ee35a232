import {
  type PlanCeiling,
  type PlanRow,
  plansContract,
} from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useCan } from '../../../kernel/access/use-can.ts'
import { NotConfirmed } from '../../../kernel/api/call-confirmed.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CancelButton } from '../../../kernel/forms/cancel-button.tsx'
import { discardQuestion } from '../../../kernel/forms/discard-question.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { buildGrantTree } from '../../access/authorization/public/grant-tree/branches.ts'
import { GrantTreePanel } from '../../access/authorization/public/grant-tree/grant-tree-panel.tsx'
import { GrantWarnings, NewRisks } from '../../access/authorization/public/grant-tree/grant-warnings.tsx'
import { tickedIds } from '../../access/authorization/public/grant-tree/ticks.ts'
import { createTickStore } from '../../access/authorization/public/grant-tree/tree-ticks.ts'
import { createTreeView } from '../../access/authorization/public/grant-tree/tree-view.ts'
import { planReads } from './plan-reads.ts'
import { usePlanImpact } from './public/use-plan-impact.tsx'
import './plans.css'

const CeilingNote = ({ plan: { builtin, companies } }: { plan: PlanRow }) => (
  <Note>
    {builtin
      ? t('内置套餐的权限范围随产品更新，不能修改；如需不同的范围，请以此为基础新增套餐。')
      : t(
          '使用该套餐的 {companies} 个租户，其角色权限以下列范围为限。取消的权限将从所有角色收回；新增的权限仅授予公司管理员，其中只读权限同时授予公司审计员。',
          { companies },
        )}
  </Note>
)

/** The tree of a ceiling, its unsaved ticks, and what it shows. */
const useCeilingTree = ({ menus, modules }: PlanCeiling) => {
  const branches = useMemo(() => buildGrantTree(menus, modules), [menus, modules])
  const [store] = useState(() => {
    const checked = <R extends { id: string; checked: boolean }>(rights: readonly R[]) =>
      rights.flatMap((right) => (right.checked ? right.id : []))
    return createTickStore({
      menus: checked(branches.flatMap(({ allMenus }) => allMenus)),
      elems: checked(modules.flatMap(({ elems }) => elems)),
    })
  })
  const [view] = useState(createTreeView)
  const changes = useStore(store, (now) => now.menus.changes.size + now.elems.changes.size)
  return { branches, store, view, changes }
}

type EditorProps = RowDrawerProps<PlanRow> & { ceiling: PlanCeiling }
const CeilingEditor = ({ row, ceiling, onSaved, onClosed }: EditorProps) => {
  const { changes, ...tree } = useCeilingTree(ceiling)
  const [card, confirms, isCardOpen] = usePlanImpact(t('调整“{name}”权限范围的影响', { name: row.name }))
  const write = useWrite(plansContract.updateCeiling, {
    confirms,
    invalidates: planReads,
    onDone: () => onSaved(row.id),
  })
  const canEdit = useCan(plansContract.updateCeiling)
  const isReadOnly = row.builtin || !canEdit
  const busy = write.isPending && !isCardOpen
  const exit = useDrawerExit({ busy, isDirty: changes > 0 }, discardQuestion(t('权限范围的修改')))

  const save = async () => {
    const { menus, elems } = tree.store.getState()
    try {
      const body = { menus: tickedIds(menus), elems: tickedIds(elems), version: ceiling.version }
      await write.mutateAsync({ params: { id: row.id }, body })
      exit.close()
    } catch (error) {
      // The call has shown its error; a cancelled confirmation needs none.
      if (!(error instanceof NotConfirmed)) return
    }
  }
  const foot = (
    <section className="ceiling-foot" aria-label={t('保存权限范围')}>
      <GrantWarnings {...tree} />
      <span role="status">{changes > 0 ? t('{changes} 项修改', { changes }) : ''}</span>
      <span className="ceiling-risks">
        <NewRisks {...tree} />
      </span>
      <CancelButton busy={busy} onCancel={exit.tryClose} />
      <Button look="primary" disabled={changes === 0} loading={busy} onClick={() => void save()}>
        {t('保存')}
      </Button>
    </section>
  )
  return (
    <Drawer
      title={t('权限范围：{name}', { name: row.name })}
      width={720}
      open={exit.open}
      onClose={exit.tryClose}
      onClosed={onClosed}
      footer={!isReadOnly && foot}
    >
      <CeilingNote plan={row} />
      <GrantTreePanel {...tree} isReadOnly={isReadOnly} />
      {exit.question}
      {card}
    </Drawer>
  )
}

/** The ceiling of a plan: menus with their elements as one tree. */
export const CeilingDrawer = (props: RowDrawerProps<PlanRow>) => {
  const ceiling = useFreshRead(plansContract.ceiling, { params: { id: props.row.id } }, props.onClosed)
  return ceiling && <CeilingEditor {...props} ceiling={ceiling} />
}
