import {
  approvalsContract,
  type noticePolicyWrite,
} from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type * as z from 'zod/mini'
import { Can } from '../../../kernel/access/can.tsx'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import './notices.css'

const { policy, updatePolicy } = approvalsContract

/** Whether the company's notices require approval. */
const PolicyForm = ({ onClosed }: { onClosed: () => void }) => {
  const stored = useFreshRead(policy, {}, onClosed)
  if (!stored) return null
  const { approval, version, approvers } = stored
  return (
    <WriteForm
      title={t('审核设置')}
      act={t('保存')}
      endpoint={updatePolicy}
      labels={{ approval: t('发布前须审核') }}
      initial={{ approval, version }}
      invalidates={[policy, noticesContract.list]}
      onClosed={onClosed}
    >
      <p className="notice-note">
        {approvers === 0
          ? t('当前无人有审核权限，开启后将无法发布，请先授予权限点“公告与新闻：审核”。')
          : t('当前 {approvers} 人有审核权限（权限点“公告与新闻：审核”），不能审核本人编写的内容。', { approvers })}
      </p>
      <SwitchField<z.output<typeof noticePolicyWrite>>
        name="approval"
        help={t(
          '开启后，公告和新闻须由编写人以外的人员审核通过才能发布，发布后须撤回才能修改；未经审核的待发布内容将撤回。关闭后，待审核内容恢复为草稿',
        )}
      />
    </WriteForm>
  )
}

/** Opens the setting, for those who may change it. */
export const PolicyButton = () => {
  const [drawer, open] = useOverlay()
  return (
    <Can endpoint={updatePolicy}>
      <Button onClick={() => open((onClosed) => <PolicyForm onClosed={onClosed} />)}>{t('审核设置')}</Button>
      {drawer}
    </Can>
  )
}
