import {
  type PublishedNotice,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { readersReads } from './notice-reads.ts'
import { NoticeTags } from './notice-tags.tsx'
import { typeNames } from './notice-words.ts'
import './notices.css'

const { publishedGet, read, ack } = publishedNoticesContract

/** Notes that a notice was opened. A failure shows up as a notice that stays unread. */
const useReadOnce = ({ id, mine }: PublishedNotice) => {
  const note = useEffectEvent(async () => {
    await call(read, { params: { id } }, { toasts: false }).catch(() => undefined)
    await Promise.all(readersReads.map(invalidate))
  })
  useEffect(() => {
    if (!mine.read) void note()
  }, [mine.read])
}

const Confirmation = ({ id, ackTime, mine: { acked, ackedTime } }: PublishedNotice) => {
  const write = useWrite(ack, { invalidates: readersReads })
  if (acked) return <p className="notice-confirm">{`您已于 ${ackedTime ? formatMoment(ackedTime) : ''} 确认知悉`}</p>
  return (
    <div className="notice-confirm">
      <Button look="primary" loading={write.isPending} onClick={() => write.mutate({ params: { id } })}>
        我已知悉
      </Button>
      {ackTime && <span>{`请于 ${formatMoment(ackTime)} 前确认`}</span>}
    </div>
  )
}

const Article = ({ notice }: { notice: PublishedNotice }) => {
  const { id, attach, title, type, platform, publishTime, updateTime, level, top, ack: isToConfirm, content } = notice
  useReadOnce(notice)
  return (
    <article className="notice-article">
      <header>
        <h2>{title}</h2>
        <p className="notice-tags">
          <NoticeTags level={level} top={top} ack={isToConfirm} updated={updateTime !== null} />
          <span>{`${platform ? '平台' : '公司'}${typeNames[type]} · ${formatMoment(publishTime)} 发布`}</span>
          {updateTime && <span>{`${formatMoment(updateTime)} 更新`}</span>}
        </p>
      </header>
      <RichTextView html={content} />
      <AttachmentList files={attach} link={(file) => <DownloadButton id={id} file={file} />} />
      {isToConfirm && <Confirmation {...notice} />}
    </article>
  )
}

/** A published notice with what its reader has to do. Opening it counts as reading. */
export const NoticeArticle = ({ id }: { id: string }) => (
  <ReadState read={useRead(publishedGet, { params: { id } }, { toasts: false })}>
    {(notice) => <Article key={notice.id} notice={notice} />}
  </ReadState>
)
