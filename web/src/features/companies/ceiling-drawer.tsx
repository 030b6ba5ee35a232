import { type PlanCeiling, type PlanRow, plansContract } from '@atrium/contract/features/plans/plans.contract.ts'
import { type CSSProperties, useState } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { NotConfirmed } from '../../kernel/api/call-confirmed.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { useFresh } from '../../kernel/api/use-fresh.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { BarePages } from '../../ui/bare-pages.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { riskNames, riskTones } from '../../ui/risk-words.ts'
import { Tag } from '../../ui/tag.tsx'
import {
  barePagesOf,
  belowOf,
  changesIn,
  chosenIn,
  linesOf,
  stateOf,
  storedIn,
  type Ticked,
  withTicks,
} from './ceiling-choice.ts'
import { affectedPlans } from './plan-reads.ts'
import { TriCheckbox } from './tri-checkbox.tsx'
import { usePlanImpact } from './use-plan-impact.tsx'
import './plans.css'

type ChoiceProps = {
  ceiling: PlanCeiling
  ticked: Ticked
  /** Nothing can be changed. */
  fixed: boolean
  onTick: (ids: readonly string[], on: boolean) => void
}

/** A menu takes the ones above it along when it is ticked, and those below it when it is not. */
const Menus = ({ ceiling, ticked, fixed, onTick }: ChoiceProps) => (
  <ul className="ceiling-menus" aria-label="菜单">
    {linesOf(ceiling.menus).map(({ menu, depth, above }) => {
      const below = belowOf(menu)
      return (
        <li key={menu.id} style={{ '--depth': depth } as CSSProperties}>
          <TriCheckbox
            state={stateOf(below, ticked)}
            disabled={fixed}
            onChange={(on) => onTick(on ? [...above, ...below] : below, on)}
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
          <TriCheckbox state={stateOf(ids, ticked)} disabled={fixed} onChange={(on) => onTick(ids, on)}>
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

/** Warns of menus that nobody below this ceiling would be shown, and offers what they need. */
const CeilingBarePages = ({ ceiling, ticked, onTick }: ChoiceProps) => {
  const pages = barePagesOf(ceiling, ticked)
  const missing = pages.map(({ needs }) => needs)
  return (
    <BarePages
      intro="以下菜单在权限范围内，但缺少所需的元素，不会显示或打开后看不到内容："
      pages={pages}
      onTick={() => onTick(missing, true)}
    />
  )
}

type EditorProps = RowDrawerProps<PlanRow> & { ceiling: PlanCeiling }
const CeilingEditor = ({ row, ceiling, onSaved, onClosed }: EditorProps) => {
  const [open, setOpen] = useState(true)
  const stored = storedIn(ceiling)
  const [ticked, setTicked] = useState(stored)
  const [ask, question] = useConfirm()
  const [card, confirms, isRead] = usePlanImpact(`调整“${row.name}”权限范围的影响`)
  const write = useWrite(plansContract.updateCeiling, {
    confirms,
    invalidates: affectedPlans,
    onDone: () => onSaved(row.id),
  })
  const mayEdit = useCan(plansContract.updateCeiling)
  const fixed = row.builtin || !mayEdit
  const changes = changesIn(stored, ticked)
  const busy = write.isPending && !isRead
  const choice: ChoiceProps = {
    ...{ ceiling, ticked, fixed },
    onTick: (ids, on) => setTicked((now) => withTicks(now, ids, on)),
  }

  const close = () => {
    if (changes === 0) return setOpen(false)
    ask({
      title: '放弃未保存的修改？',
      body: '关闭后，修改的权限范围不会保留。',
      confirm: '放弃修改',
      cancel: '继续编辑',
      danger: true,
      run: () => setOpen(false),
    })
  }
  const save = async () => {
    try {
      const body = { ...chosenIn(ceiling, ticked), version: ceiling.version }
      await write.mutateAsync({ params: { id: row.id }, body })
      setOpen(false)
    } catch (error) {
      // The call has said what went wrong; whoever goes back to the card's choice has said it himself.
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
      <p className="ceiling-note">
        {row.builtin
          ? '内置套餐的权限范围随产品更新，不能修改；需要不同的范围时，请新增套餐，让它以这里的范围开始。'
          : `使用这个套餐的 ${row.companies} 个租户，角色最多能有下面的权限。取消的权限会从所有角色收回，新增的只给企业管理员，其中只读的也给企业审计员。`}
      </p>
      <div className="ceiling">
        <section>
          <h3>菜单</h3>
          <Menus {...choice} />
        </section>
        <section>
          <h3>元素</h3>
          <Elements {...choice} />
        </section>
      </div>
      {!fixed && <CeilingBarePages {...choice} />}
      {question}
      {card}
    </Drawer>
  )
}

/** What companies with a plan can hold at most: menus as a tree, elements by module. */
export const CeilingDrawer = (props: RowDrawerProps<PlanRow>) => {
  const ceiling = useFresh(plansContract.ceiling, { params: { id: props.row.id } }, props.onClosed)
  return ceiling && <CeilingEditor {...props} ceiling={ceiling} />
}
