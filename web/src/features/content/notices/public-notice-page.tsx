import {
  type PublicNotice,
  publicNewsContract,
} from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { PublicFrame } from '../../../shared/public-page/public-frame.tsx'
import { RichTextView } from '../../../ui/rich-text-view.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { typeNames } from './notice-words.ts'
import './public-news.css'

const toAddress = (id: string, fileId: string) =>
  publicNewsContract.attach.path.replace(':id', id).replace(':fileId', fileId)

const Article = ({
  notice: { id, language, title, type, publishTime, updateTime, content, attach },
}: {
  notice: PublicNotice
}) => (
  <article className="public-news-article">
    <h1 lang={language}>{title}</h1>
    <p className="public-news-note">
      {t('{type} · {publishTime} 发布', { type: typeNames[type], publishTime: formatMoment(publishTime) })}
      {updateTime && t(' · {updateTime} 更新', { updateTime: formatMoment(updateTime) })}
    </p>
    <div lang={language}>
      <RichTextView html={content} />
    </div>
    <AttachmentList
      files={attach}
      link={({ fileId, name }) => (
        <a href={toAddress(id, fileId)} download={name}>
          {name}
        </a>
      )}
    />
  </article>
)

const usePublicNotice = (id: string) => useRead(publicNewsContract.get, { params: { id } }, { toasts: false })

/** One notice for everybody. */
export const PublicNoticeArticle = ({ id }: { id: string }) => (
  <ReadState read={usePublicNotice(id)}>{(notice) => <Article notice={notice} />}</ReadState>
)

/** It on a page that needs no session. */
export const PublicNoticePage = ({ id, all, signIn }: { id: string; all: string; signIn: string }) => {
  const read = usePublicNotice(id)
  return (
    <PublicFrame title={read.data?.title ?? t('公告详情')} signIn={signIn}>
      <Link className="public-news-back" to={all}>
        {t('返回公告与新闻')}
      </Link>
      <ReadState read={read}>{(notice) => <Article notice={notice} />}</ReadState>
    </PublicFrame>
  )
}
