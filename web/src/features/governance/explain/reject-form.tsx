import type { AccessRequestRow } from '@atrium/contract/features/governance/explain/access-request-row.ts'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

/** Rejects an access request. */
export const RejectRequestForm = (drawer: RowDrawerProps<AccessRequestRow>) => (
  <RejectForm
    {...drawer}
    title={t('驳回权限申请：{user}', { user: userName(drawer.row.user) })}
    verb={t('驳回')}
    endpoint={accessRequestsContract.reject}
    invalidates={affectedReads}
    note={<Note space="form">{t('申请人可查看原因并再次申请。')}</Note>}
    placeholder={t('例如：导出请走数据审批流程')}
  />
)
