import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import {
  type PublishedNotice,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { NoticeTags } from './notice-tags.tsx'
import { originText } from './notice-words.ts'
import { readersReads } from './readers-reads.ts'
import './notices.css'

const { publishedGet, read, ack } = publishedNoticesContract

/** Notes that a notice was opened. A failure shows up as a notice that stays unread. */
const useReadOnce = ({ id, revision, mine }: PublishedNotice) => {
  const note = useEffectEvent(async (seen: number) => {
    await call(read, { params: { id }, body: { revision: seen } }, { toasts: false }).catch(() => undefined)
    await Promise.all(readersReads.map(invalidate))
  })
  useEffect(() => {
    // Once more for a text that is renewed while it is open.
    if (!mine.read) void note(revision)
  }, [mine.read, revision])
}

const Confirmation = ({ id, revision, ackTime, mine: { acked, ackedTime } }: PublishedNotice) => {
  const write = useWrite(ack, { invalidates: readersReads })
  const confirm = () =>
    write.mutate(
      { params: { id }, body: { revision } },
      // The text may have been renewed: the reader needs the new one.
      { onError: () => void invalidate(publishedGet) },
    )
  if (acked)
    return (
      <p className="notice-confirm">
        {t('您已于 {ackedTime} 确认知悉', { ackedTime: ackedTime ? formatMoment(ackedTime) : '' })}
      </p>
    )
  return (
    <div className="notice-confirm">
      <Button look="primary" loading={write.isPending} onClick={confirm}>
        {t('我已知悉')}
      </Button>
      {ackTime && <span>{t('请于 {ackTime} 前确认', { ackTime: formatMoment(ackTime) })}</span>}
    </div>
  )
}

const Article = ({ notice }: { notice: PublishedNotice }) => {
  const { id, attach, title, type, platform, publishTime, updateTime, level, top, ack: isToConfirm, content } = notice
  useReadOnce(notice)
  return (
    <article className="notice-article">
      <header>
        <h2 lang={notice.language}>{title}</h2>
        <p className="notice-tags">
          <NoticeTags level={level} top={top} ack={isToConfirm} updated={updateTime !== null} />
          <span>
            {t('{origin} · {publishTime} 发布', {
              origin: originText(platform, type),
              publishTime: formatMoment(publishTime),
            })}
          </span>
          {updateTime && <span>{t('{updateTime} 更新', { updateTime: formatMoment(updateTime) })}</span>}
        </p>
      </header>
      <div lang={notice.language}>
        <RichTextView html={content} />
      </div>
      <AttachmentList
        files={attach}
        link={(file) => <DownloadButton endpoint={attachmentsContract.download} id={id} file={file} />}
      />
      {isToConfirm && <Confirmation {...notice} />}
    </article>
  )
}

/** What was withdrawn or no longer reaches the reader. */
const isGone = (error: Error | null) => error instanceof CallError && error.code === 404

/** A published notice with what its reader has to do. Opening it counts as reading. */
export const NoticeArticle = ({ id }: { id: string }) => {
  const { data, error, refetch } = useRead(publishedGet, { params: { id } }, { toasts: false })
  return (
    <ReadState read={{ data: isGone(error) ? undefined : data, error, refetch }}>
      {(notice) => <Article key={notice.id} notice={notice} />}
    </ReadState>
  )
}
