import {
  documentLinksContract,
  type LinkRow,
} from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { Link } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { LinkForm } from './link-form.tsx'
import { NewLinkDialog } from './new-link-dialog.tsx'
import './documents.css'

const { links, createLink, revokeLink } = documentLinksContract

const usesText = ({ uses, usesLeft, lastTime }: LinkRow) => {
  return clausesText([
    t('已使用 {uses} 次', { uses }),
    usesLeft !== null && t('剩余 {usesLeft} 次', { usesLeft }),
    lastTime !== null && t('最近一次 {lastTime}', { lastTime: formatMoment(lastTime) }),
  ])
}

const LinkItem = ({ link, onRevoke }: { link: LinkRow; onRevoke: () => void }) => {
  const { locked, expireTime, downloadable, usesLeft, managed, createTime, createBy } = link
  return (
    <li>
      <span className="document-version-head">
        <strong>{t('{expireTime} 到期', { expireTime: formatMoment(expireTime) })}</strong>
        {locked && <Tag tone="accent">{t('有密码')}</Tag>}
        {!downloadable && <Tag>{t('仅查看')}</Tag>}
        {usesLeft === 0 && <Tag tone="warn">{t('次数已用完')}</Tag>}
        {!managed && <Tag tone="warn">{t('已失效')}</Tag>}
        <span className="document-version-actions">
          <Can endpoint={revokeLink}>
            <Button
              look="link"
              danger
              aria-label={t('撤销 {createTime} 的链接', { createTime: formatMoment(createTime) })}
              onClick={onRevoke}
            >
              {t('撤销', { context: 'link' })}
            </Button>
          </Can>
        </span>
      </span>
      <span>{usesText(link)}</span>
      {!managed && <span className="document-quiet">{t('创建人已无该文件的管理权限')}</span>}
      <span className="document-quiet">{`${createBy.name} · ${formatMoment(createTime)}`}</span>
    </li>
  )
}

/** The links to a file: makes them, shows their use, and revokes them. */
export const LinkList = ({ documentId }: { documentId: string }) => {
  const read = useRead(links, { params: { id: documentId } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const create = () =>
    open((onFormClosed) => (
      <LinkForm
        documentId={documentId}
        onMade={(token) => open((onSeen) => <NewLinkDialog token={token} onClosed={onSeen} />)}
        onClosed={onFormClosed}
      />
    ))
  const revoke = ({ id }: LinkRow) =>
    ask({
      title: t('撤销该链接？'),
      body: t('撤销后，已发出的链接立即失效。'),
      confirm: t('撤销', { context: 'link' }),
      danger: true,
      run: async () => {
        await call(revokeLink, { params: { id: documentId, linkId: id } })
        await invalidate(links)
      },
    })
  return (
    <section className="document-tab" aria-label={t('分享链接')}>
      <div className="document-tab-head">
        <p className="document-quiet">{t('获得链接的人无需登录，即可访问该文件的最新版本。')}</p>
        <Can endpoint={createLink}>
          <Button icon={<Link aria-hidden size={16} />} onClick={create}>
            {t('新建链接')}
          </Button>
        </Can>
      </div>
      <ReadState read={read}>
        {(made) =>
          made.length === 0 ? (
            <Empty title={t('暂无分享链接')} hint={t('链接可设置密码、到期时间和可用次数，随时可撤销。')} />
          ) : (
            <ul className="document-versions" aria-label={t('分享链接')}>
              {made.map((link) => (
                <LinkItem key={link.id} link={link} onRevoke={() => revoke(link)} />
              ))}
            </ul>
          )
        }
      </ReadState>
      {overlay}
      {question}
    </section>
  )
}
