import {
  type PlanCeiling,
  type PlanRow,
  plansContract,
} from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { type CSSProperties, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { NotConfirmed } from '../../../kernel/api/call-confirmed.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { MenusWithoutElements } from '../../../shared/grants/menus-without-elements.tsx'
import { riskNames, riskTones } from '../../../shared/grants/risk-labels.ts'
import { usePlanImpact } from '../../../shared/plans/use-plan-impact.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import {
  countChanges,
  findBarePages,
  flattenMenus,
  listSubtreeIds,
  readStored,
  type Ticked,
  toCeilingWrite,
  toTriState,
  updateTicked,
} from './ceiling-selection.ts'
import { planReads } from './plan-reads.ts'
import { TriCheckbox } from './tri-checkbox.tsx'
import './plans.css'

type ChoiceProps = {
  ceiling: PlanCeiling
  ticked: Ticked
  /** Read-only. */
  fixed: boolean
  onTick: (ids: readonly string[], on: boolean) => void
}

/** Ticking a menu ticks its ancestors and descendants; unticking it unticks its descendants. */
const Menus = ({ ceiling, ticked, fixed, onTick }: ChoiceProps) => (
  <ul className="ceiling-menus" aria-label="菜单">
    {flattenMenus(ceiling.menus).map(({ menu, depth, ancestors }) => {
      const subtreeIds = listSubtreeIds(menu)
      return (
        <li key={menu.id} style={{ '--depth': depth } as CSSProperties}>
          <TriCheckbox
            state={toTriState(subtreeIds, ticked)}
            disabled={fixed}
            onChange={(on) => onTick(on ? [...ancestors, ...subtreeIds] : subtreeIds, on)}
          >
            <Icon name={menu.icon} size={16} /> {menu.name}
          </TriCheckbox>
        </li>
      )
    })}
  </ul>
)

const Elements = ({ ceiling, ticked, fixed, onTick }: ChoiceProps) =>
  ceiling.modules.map(({ moduleId, name, elems }) => {
    const ids = elems.map(({ id }) => id)
    return (
      <fieldset key={moduleId} className="ceiling-module">
        <legend>
          <TriCheckbox state={toTriState(ids, ticked)} disabled={fixed} onChange={(on) => onTick(ids, on)}>
            {name}
          </TriCheckbox>
        </legend>
        <div className="ceiling-elements">
          {elems.map((elem) => (
            <TriCheckbox
              key={elem.id}
              state={ticked.has(elem.id)}
              disabled={fixed}
              onChange={(on) => onTick([elem.id], on)}
            >
              {elem.name}
              {elem.risk !== 'low' && <Tag tone={riskTones[elem.risk]}>{riskNames[elem.risk]}</Tag>}
            </TriCheckbox>
          ))}
        </div>
      </fieldset>
    )
  })

/** Warns of menus that would stay hidden below this ceiling, and offers the elements they need. */
const CeilingBarePages = ({ ceiling, ticked, onTick }: ChoiceProps) => {
  const pages = findBarePages(ceiling, ticked)
  const missing = pages.map(({ needs }) => needs)
  return (
    <MenusWithoutElements
      intro="以下菜单在权限范围内但缺少所需权限点，将不显示或打开后无内容："
      pages={pages}
      onTick={() => onTick(missing, true)}
    />
  )
}

const CeilingNote = ({ plan: { builtin, companies } }: { plan: PlanRow }) => (
  <p className="ceiling-note">
    {builtin
      ? '内置套餐的权限范围随产品更新，不能修改；如需不同的范围，请以此为基础新增套餐。'
      : `使用该套餐的 ${companies} 个租户，其角色权限以下列范围为限。取消的权限将从所有角色收回；新增的权限仅授予公司管理员，其中只读权限同时授予公司审计员。`}
  </p>
)

type EditorProps = RowDrawerProps<PlanRow> & { ceiling: PlanCeiling }
const CeilingEditor = ({ row, ceiling, onSaved, onClosed }: EditorProps) => {
  const [open, setOpen] = useState(true)
  const stored = readStored(ceiling)
  const [ticked, setTicked] = useState(stored)
  const [ask, question] = useConfirm()
  const [card, confirms, isCardOpen] = usePlanImpact(`调整“${row.name}”权限范围的影响`)
  const write = useWrite(plansContract.updateCeiling, {
    confirms,
    invalidates: planReads,
    onDone: () => onSaved(row.id),
  })
  const canEdit = useCan(plansContract.updateCeiling)
  const fixed = row.builtin || !canEdit
  const changes = countChanges(stored, ticked)
  const busy = write.isPending && !isCardOpen
  const choice: ChoiceProps = {
    ...{ ceiling, ticked, fixed },
    onTick: (ids, on) => setTicked((now) => updateTicked(now, ids, on)),
  }

  const close = () => {
    if (changes === 0) return setOpen(false)
    ask({
      title: '放弃未保存的修改？',
      body: '关闭后，权限范围的修改不会保留。',
      confirm: '放弃修改',
      cancel: '继续编辑',
      danger: true,
      run: () => setOpen(false),
    })
  }
  const save = async () => {
    try {
      const body = { ...toCeilingWrite(ceiling, ticked), version: ceiling.version }
      await write.mutateAsync({ params: { id: row.id }, body })
      setOpen(false)
    } catch (error) {
      // The call has shown its error; a cancelled confirmation needs none.
      if (!(error instanceof NotConfirmed)) return
    }
  }
  return (
    <Drawer
      title={`权限范围：${row.name}`}
      width={720}
      open={open}
      onClose={close}
      onClosed={onClosed}
      footer={
        !fixed && (
          <div className="ceiling-foot">
            <span role="status">{changes > 0 ? `${changes} 项修改` : ''}</span>
            <Button onClick={close}>取消</Button>
            <Button look="primary" disabled={changes === 0} loading={busy} onClick={() => void save()}>
              保存
            </Button>
          </div>
        )
      }
    >
      <CeilingNote plan={row} />
      <div className="ceiling">
        <section>
          <h3>菜单</h3>
          <Menus {...choice} />
        </section>
        <section>
          <h3>权限点</h3>
          <Elements {...choice} />
        </section>
      </div>
      {!fixed && <CeilingBarePages {...choice} />}
      {question}
      {card}
    </Drawer>
  )
}

/** The ceiling of a plan: menus as a tree, elements by module. */
export const CeilingDrawer = (props: RowDrawerProps<PlanRow>) => {
  const ceiling = useFreshRead(plansContract.ceiling, { params: { id: props.row.id } }, props.onClosed)
  return ceiling && <CeilingEditor {...props} ceiling={ceiling} />
}
