import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { authorsReads } from './notice-reads.ts'
import './notices.css'

const { reschedule } = noticesContract
type Values = InputOf<typeof reschedule>['body']

const formatters = {
  startTime: (at: string | null) => (at === null ? t('立即发布') : formatMoment(at)),
  endTime: (at: string | null) => (at === null ? t('长期有效') : formatMoment(at)),
}

/** Changes the times of an issued notice. Its start stays once readers may have seen it. */
export const RescheduleForm = ({ row, onSaved, onClosed }: RowDrawerProps<NoticeRow>) => {
  const { id, title, status, publishTime, endTime, version } = row
  const isScheduled = status === noticeStatus.scheduled
  return (
    <WriteForm
      title={t('调整发布时间：{title}', { title })}
      act={t('保存')}
      endpoint={reschedule}
      params={{ id }}
      labels={{ ...(isScheduled && { startTime: t('发布时间') }), endTime: t('失效时间') }}
      initial={{ startTime: isScheduled ? publishTime : null, endTime, version }}
      formatters={formatters}
      invalidates={authorsReads}
      onDone={() => onSaved(id)}
      onClosed={onClosed}
    >
      {isScheduled ? (
        <DateTimeField<Values> name="startTime" placeholder={t('立即发布')} help={t('短信和邮件随新的发布时间发送')} />
      ) : (
        publishTime && (
          <p className="notice-note">
            {t('{publishTime} 发布，发布时间不可修改。', { publishTime: formatMoment(publishTime) })}
          </p>
        )
      )}
      <DateTimeField<Values> name="endTime" placeholder={t('长期有效')} help={t('失效后不再显示，回执保留')} />
    </WriteForm>
  )
}
