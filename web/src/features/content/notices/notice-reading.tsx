import type { Attachment } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import type { NoticeDetails, NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { NoticeTags } from './notice-tags.tsx'
import { NoticeTexts } from './notice-texts.tsx'
import { scopeNames, stateNames, stateTones, typeNames } from './notice-words.ts'
import './notices.css'

const targetsText = ({ scope, ids }: NoticeRow['target'], names: readonly string[]): string =>
  ids.length === 0 ? scopeNames[scope] : labelledText(scopeNames[scope], listText(names) || t('均已删除'))
const actText = (by: NoticeRow['submitBy'], at: string | null) => by && at && `${by.name} · ${formatMoment(at)}`

type NoticeReadingProps = { notice: NoticeDetails; files: readonly Attachment[] }

/** A notice as its readers see it, with its files, and what its author and its approver decided. */
export const NoticeReading = ({ notice, files }: NoticeReadingProps) => {
  const { id, status, type, target, targets, publishTime, endTime, ackTime, revokeTime } = notice
  return (
    <>
      <p className="notice-tags">
        <Tag tone={stateTones[status]}>{stateNames[status]}</Tag>
        <NoticeTags level={notice.level} top={notice.top} ack={notice.ack} updated={notice.updates > 0} />
      </p>
      <NoticeTexts notice={notice} />
      <AttachmentList
        files={files}
        link={(file) => <DownloadButton endpoint={attachmentsContract.openAttachment} id={id} file={file} />}
      />
      <Facts
        facts={{
          类型: typeNames[type],
          摘要: notice.summary,
          发送对象: targetsText(
            target,
            targets.map(({ name }) => name),
          ),
          发布时间: publishTime && <Time at={publishTime} />,
          失效时间: endTime && <Time at={endTime} />,
          确认截止: ackTime && <Time at={ackTime} />,
          撤回时间: revokeTime && <Time at={revokeTime} />,
          撤回原因: notice.revokeReason,
          作者: notice.createBy.name,
          [t('提交审核', { context: 'state' })]: actText(notice.submitBy, notice.submitTime),
          审核人: actText(notice.decideBy, notice.decideTime),
          驳回原因: notice.decideReason,
          更新时间: <Time at={notice.updateTime} />,
        }}
      />
    </>
  )
}
