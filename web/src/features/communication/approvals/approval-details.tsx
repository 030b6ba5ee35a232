import {
  type ApprovalDetails,
  type ApprovalRow,
  approvalsContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { actNames, deciderNames, stateNames, stateTones } from './approval-words.ts'
import './approval-details.css'

// Lazy: only calls that wait change rows.
const RowChanges = lazy(async () => ({
  default: (await import('../../../shared/changes/row-changes.tsx')).RowChanges,
}))

const Steps = ({ flow, step, state, widened }: ApprovalDetails) => (
  <ol className="approval-steps">
    {flow
      .map((each, index) => ({ ...each, number: index + 1 }))
      .map(({ by, names, need, number }) => (
        <li key={number} aria-current={state === 'open' && number === step ? 'step' : undefined}>
          {[
            deciderNames[by],
            names.join(t('、')),
            need > 1 ? t('须 {need} 人通过', { need }) : '',
            widened && number === step ? deciderNames.administrators : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </li>
      ))}
  </ol>
)

const History = ({ acts }: Pick<ApprovalDetails, 'acts'>) => (
  <ol className="approval-history">
    {acts.map(({ id, act, by, standsFor, to, reason, time }) => (
      <li key={id}>
        <strong>{actNames[act]}</strong> {by?.name || t('系统')}
        {standsFor !== '' && t('（代 {name}）', { name: standsFor })}
        {to !== '' && ` → ${to}`} <Time at={time} />
        {reason !== '' && <p>{reason}</p>}
      </li>
    ))}
  </ol>
)

const Details = ({ found }: { found: ApprovalDetails }) => (
  <>
    <Facts
      facts={{
        状态: <Tag tone={stateTones[found.state]}>{stateNames[found.state]}</Tag>,
        类型: found.kindName,
        发起人: found.askedBy.name,
        发起时间: <Time at={found.createTime} />,
        截止时间: found.state === 'open' && <Time at={found.expireTime} />,
        结束时间: found.endTime && <Time at={found.endTime} />,
        说明: found.reason,
      }}
    />
    {found.input.length > 0 && (
      <dl className="facts">
        {found.input.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {found.changes.length > 0 && (
      <>
        <h3 className="approval-heading">{t('通过后的变更')}</h3>
        <Suspense>
          <RowChanges diff={found.changes} />
        </Suspense>
      </>
    )}
    <h3 className="approval-heading">{t('审批步骤')}</h3>
    <Steps {...found} />
    <h3 className="approval-heading">{t('审批记录')}</h3>
    <History acts={found.acts} />
  </>
)

/** An approval with its steps and history. */
export const ApprovalDetailsDrawer = ({ row, onClosed }: RowDrawerProps<ApprovalRow>) => {
  const [open, setOpen] = useState(true)
  const read = useRead(approvalsContract.get, { params: { id: row.id } })
  return (
    <Drawer
      title={t('审批：{name}', { name: row.name })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <ReadState read={read}>{(found) => <Details found={found} />}</ReadState>
    </Drawer>
  )
}
