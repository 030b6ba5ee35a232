import { findPreview } from '@atrium/contract/features/content/documents/document-fields.ts'
import {
  documentLinksContract,
  type OpenedLink,
  type Opening,
} from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { saveFrom } from '../../../ui/save-from.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { linkProblem } from './link-problem.ts'
import { Preview } from './preview.tsx'

const { previewLink, downloadLink } = documentLinksContract
const quiet = { toasts: false }

type SharedFileProps = {
  file: OpenedLink
  /** What opened it. */
  asked: Opening
}

const termsText = ({ expireTime, downloadable }: OpenedLink, usesLeft: number | null) => {
  const left = downloadable
    ? t('剩余 {usesLeft} 次（每次预览或下载扣减一次）', { usesLeft })
    : t('剩余 {usesLeft} 次（每次预览扣减一次）', { usesLeft })
  return clausesText([
    t('{expireTime} 前有效', { expireTime: formatMoment(expireTime) }),
    usesLeft !== null && left,
    !downloadable && t('仅供查看，不可下载'),
  ])
}

/** An opened file: its name and size, to be shown and downloaded. */
export const SharedFile = ({ file, asked }: SharedFileProps) => {
  const { title, mime, size, downloadable } = file
  const [usesLeft, setUsesLeft] = useState(file.usesLeft)
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState('')
  const [busy, whileBusy] = useBusy((error) => setProblem(linkProblem(error)))
  const use = (send: () => Promise<void>) =>
    whileBusy(async () => {
      setProblem('')
      await send()
      setUsesLeft((left) => left && left - 1)
    })
  const preview = () => use(async () => setAddress((await call(previewLink, { body: asked }, quiet)).url))
  const download = () =>
    use(async () => {
      const { url, title } = await call(downloadLink, { body: asked }, quiet)
      saveFrom(url, title)
    })
  return (
    <>
      <section className="share-card">
        <h1>{title}</h1>
        <p className="share-note">{formatBytes(size)}</p>
        <p className="share-note">{termsText(file, usesLeft)}</p>
        <div className="share-actions">
          {findPreview(file) && address === undefined && (
            <PlainButton kind={downloadable ? 'quiet' : 'primary'} busy={busy} onClick={() => void preview()}>
              {t('预览')}
            </PlainButton>
          )}
          {downloadable && (
            <PlainButton kind="primary" busy={busy} onClick={() => void download()}>
              {t('下载')}
            </PlainButton>
          )}
        </div>
        {!downloadable && !findPreview(file) && <p className="share-note">{t('该文件不支持预览，请联系分享人。')}</p>}
        {problem !== '' && <p role="alert">{problem}</p>}
      </section>
      {address !== undefined && (
        <section className="share-card" aria-label={t('预览')}>
          <Preview source={{ url: address }} title={title} mime={mime} size={size} />
        </section>
      )}
    </>
  )
}
