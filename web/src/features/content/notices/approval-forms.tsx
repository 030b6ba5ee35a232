import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { t } from '../../../ui/texts.ts'
import { type Fresh, FreshNotice } from './fresh-notice.tsx'
import { NoticeReading } from './notice-reading.tsx'
import { authorsReads } from './notice-reads.ts'
import './notices.css'

const { approve, reject } = approvalsContract
type FormProps = RowDrawerProps<NoticeRow>

const Form = ({ notice, files, onFailed, onSaved, onClosed }: Omit<FormProps, 'row'> & Fresh) => {
  const { id, title, version } = notice
  const write = useWrite(approve, { invalidates: authorsReads, onDone: () => onSaved(id) })
  return (
    <DrawerForm
      title={t('审核通过：{title}', { title })}
      act={t('通过')}
      schema={approve.body}
      labels={{}}
      initial={{ version }}
      busy={write.isPending}
      error={write.error}
      width={720}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body }).catch(onFailed)}
      onClosed={onClosed}
    >
      <p className="notice-note">{t('请核对正文、附件和发送对象。通过后作者可发布，内容再有修改须重新审核。')}</p>
      <NoticeReading notice={notice} files={files} />
    </DrawerForm>
  )
}

/** Approves another person's notice: exactly the text and files that it shows. */
export const ApproveForm = ({ row: { id }, ...drawer }: FormProps) => (
  <FreshNotice id={id} onClosed={drawer.onClosed}>
    {(fresh) => <Form {...fresh} {...drawer} />}
  </FreshNotice>
)

/** Returns another person's notice with a reason. */
export const RejectNoticeForm = (props: FormProps) => (
  <RejectForm
    {...props}
    title={t('驳回：{title}', { title: props.row.title })}
    verb={t('驳回')}
    endpoint={reject}
    invalidates={authorsReads}
    note={
      <p className="notice-note">
        {t('作者 {name} 将收到驳回原因，修改后可重新提交。', { name: props.row.createBy.name })}
      </p>
    }
    placeholder={t('说明须修改之处')}
  />
)
