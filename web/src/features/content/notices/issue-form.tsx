import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Group } from '../../../ui/group.tsx'
import { t } from '../../../ui/texts.ts'
import { AttachmentList } from './attachment-list.tsx'
import { ChannelsField } from './channels-field.tsx'
import { DownloadButton } from './download-button.tsx'
import { type Fresh, FreshNotice } from './fresh-notice.tsx'
import { authorsReads } from './notice-reads.ts'
import { NoticeTags } from './notice-tags.tsx'
import { NoticeTexts } from './notice-texts.tsx'
import { typeNames } from './notice-words.ts'
import { ReachNote } from './target-field.tsx'
import './notices.css'

const { issue, reach } = noticesContract
type Values = InputOf<typeof issue>['body']
type FormProps = Omit<RowDrawerProps<NoticeRow>, 'row'> & { row: { id: string } }

/** What readers will see. */
const Preview = ({ notice, files }: Omit<Fresh, 'onFailed'>) => (
  <Group className="notice-preview" label={t('预览')}>
    <p>{t('预览')}</p>
    <NoticeTexts notice={notice}>
      {({ title, summary }) => (
        <>
          <h3>{title}</h3>
          <p className="notice-tags">
            <NoticeTags level={notice.level} top={notice.top} ack={notice.ack} updated={false} />
            {summary !== '' && <span>{summary}</span>}
          </p>
        </>
      )}
    </NoticeTexts>
    <AttachmentList
      files={files}
      link={(file) => <DownloadButton endpoint={attachmentsContract.openAttachment} id={notice.id} file={file} />}
    />
  </Group>
)

const Form = ({ notice, files, onFailed, onSaved, onClosed }: Omit<FormProps, 'row'> & Fresh) => {
  const { id, target, type, title, version } = notice
  const write = useWrite(issue, { invalidates: authorsReads, onDone: () => onSaved(id) })
  const { data } = useRead(reach, { query: { scope: target.scope, ids: target.ids.join() } })
  return (
    <DrawerForm
      title={t('发布{type}：{title}', { type: typeNames[type], title })}
      act={t('发布')}
      schema={issue.body}
      labels={{ startTime: t('发布时间'), endTime: t('失效时间'), channels: t('通知方式') }}
      initial={{ startTime: null, endTime: null, channels: [], version }}
      busy={write.isPending}
      error={write.error}
      width={720}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body }).catch(onFailed)}
      onClosed={onClosed}
    >
      <ReachNote target={target} />
      <div className="notice-form-pair">
        <DateTimeField<Values> name="startTime" placeholder={t('立即发布')} />
        <DateTimeField<Values> name="endTime" placeholder={t('长期有效')} help={t('失效后不再显示，回执保留')} />
      </div>
      {target.scope !== 'portal' && <ChannelsField reach={data} />}
      <Preview notice={notice} files={files} />
    </DrawerForm>
  )
}

/** Publishes a notice, now or later: exactly the text that it shows, after how many people it reaches. */
export const IssueForm = ({ row: { id }, ...drawer }: FormProps) => (
  <FreshNotice id={id} onClosed={drawer.onClosed}>
    {(fresh) => <Form {...fresh} {...drawer} />}
  </FreshNotice>
)
