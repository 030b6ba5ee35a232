import {
  approvalFlowsContract,
  type FlowRow,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { FlowForm } from './flow-form.tsx'
import { stepTexts } from './flow-words.ts'
import './flows.css'

const { flows, setFlow } = approvalFlowsContract

const Flow = ({ flow, onEdit }: { flow: FlowRow; onEdit: () => void }) => (
  <li className="approval-flow">
    <div className="approval-flow-head">
      <h2>{t(flow.name)}</h2>
      <Tag>{flow.version === 0 ? t('默认流程') : t('已设置')}</Tag>
      <Can endpoint={setFlow}>
        <Button aria-label={t('设置{name}的流程', { name: t(flow.name) })} onClick={onEdit}>
          {t('设置')}
        </Button>
      </Can>
    </div>
    <ol className="approval-flow-steps">
      {flow.steps
        .map((step, index) => ({ ...stepTexts(step, flow), number: index + 1 }))
        .map(({ who, rest, number }) => (
          <li key={number}>
            <strong>{who}</strong>
            {rest.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </li>
        ))}
    </ol>
    <p className="approval-flow-end">{t('{days} 天内未审批完成的，自动结束', { days: flow.expireDays })}</p>
  </li>
)

/** The steps of each kind of approvals. */
export const ApprovalFlowsPage = () => {
  const read = useRead(flows, {})
  const [drawer, open] = useOverlay()
  return (
    <section className="approval-flows" aria-label={t('审批流程')}>
      <p className="approval-flows-purpose">
        {t('按步骤依次审批，任一步驳回即结束。审批人须有对应权限，发起人不能审批自己的申请；修改仅对之后的申请生效。')}
      </p>
      <ReadState read={read} lines={12}>
        {({ kinds }) => (
          <ul>
            {kinds.map((flow) => (
              <Flow
                key={flow.id}
                flow={flow}
                onEdit={() => open((onClosed) => <FlowForm flow={flow} onClosed={onClosed} />)}
              />
            ))}
          </ul>
        )}
      </ReadState>
      {drawer}
    </section>
  )
}
