import {
  approvalFlowsContract,
  type FlowRow,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { NumberField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { StepsField } from './steps-field.tsx'

const { flows, setFlow } = approvalFlowsContract

/** Sets the steps of a kind of approvals. */
export const FlowForm = ({ flow, onClosed }: { flow: FlowRow; onClosed: () => void }) => {
  const { id, name, steps, expireDays, version } = flow
  return (
    <WriteForm
      title={t('审批流程：{name}', { name: t(name) })}
      act={t('保存')}
      width={720}
      endpoint={setFlow}
      params={{ kind: id }}
      labels={{ steps: t('审批步骤'), expireDays: t('有效期（天）') }}
      initial={{ steps, expireDays, version }}
      invalidates={[flows]}
      onClosed={onClosed}
    >
      <StepsField flow={flow} />
      <NumberField<{ expireDays: number }> name="expireDays" help={t('到期仍未审批完成的，自动结束，最长 180 天')} />
    </WriteForm>
  )
}
