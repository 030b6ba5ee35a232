import { findPreview, includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import {
  type DocumentDetails,
  documentsContract,
  type VersionRow,
} from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { FileStateTag } from '../uploads/public/file-state-tag.tsx'
import { affectedReads } from './affected-reads.ts'
import { versionText } from './document-words.ts'
import { PreviewDrawer } from './preview-drawer.tsx'
import { startDownload } from './start-download.ts'
import './documents.css'

const { download, restoreVersion } = documentsContract
type VersionProps = { document: DocumentDetails; version: VersionRow }

const VersionActions = ({ document: { id, title, level, versions }, version }: VersionProps) => {
  const { number, state } = version
  const [overlay, open] = useOverlay()
  const restore = useWrite(restoreVersion, { invalidates: affectedReads })
  const name = versionText(number)
  return (
    <span className="document-version-actions">
      {findPreview(version) && state === 'ready' && (
        <Button
          look="link"
          aria-label={t('预览{name}', { name })}
          onClick={() => open((onClosed) => <PreviewDrawer version={{ ...version, id, title }} onClosed={onClosed} />)}
        >
          {t('预览')}
        </Button>
      )}
      {includesLevel(level, 'download') && state === 'ready' && (
        <Can endpoint={download}>
          <Button
            look="link"
            aria-label={t('下载{name}', { name })}
            onClick={() => void startDownload(id, number).catch(() => undefined)}
          >
            {t('下载')}
          </Button>
        </Can>
      )}
      {includesLevel(level, 'edit') && number !== versions && (
        <Can endpoint={restoreVersion}>
          <Button
            look="link"
            aria-label={t('恢复{name}', { name })}
            loading={restore.isPending}
            onClick={() => restore.mutate({ params: { id, number } })}
          >
            {t('恢复')}
          </Button>
        </Can>
      )}
      {overlay}
    </span>
  )
}

/** The versions of a file, newest first, with what may be done with each. */
export const VersionList = ({ document }: { document: DocumentDetails }) => (
  <ul className="document-versions" aria-label={t('版本')}>
    {document.history.map((version) => (
      <li key={version.number}>
        <span className="document-version-head">
          <strong>{versionText(version.number)}</strong>
          {version.number === document.versions && <Tag tone="good">{t('当前')}</Tag>}
          {version.state !== 'ready' && <FileStateTag state={version.state} />}
          <span className="document-quiet">{formatBytes(version.size)}</span>
          <VersionActions document={document} version={version} />
        </span>
        {version.note !== '' && <span>{version.note}</span>}
        <span className="document-quiet">
          {version.createBy.name} · <Time at={version.createTime} />
        </span>
      </li>
    ))}
  </ul>
)
