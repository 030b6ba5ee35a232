import { includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import {
  type DocumentDetails,
  documentsContract,
} from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Upload } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { FileChooser } from './file-chooser.tsx'
import { VersionList } from './version-list.tsx'

type DocumentVersionsProps = {
  /** Undefined until it is loaded. */
  document: DocumentDetails | undefined
  /** Uploads a file as the newest version. */
  onVersion: (id: string, file: File) => void
}

/** The versions of a file, and a way to add one. */
export const DocumentVersions = ({ document, onVersion }: DocumentVersionsProps) => {
  if (!document) return <Skeleton lines={4} />
  return (
    <div className="document-tab">
      {includesLevel(document.level, 'edit') && (
        <div className="document-tab-head">
          <p className="document-quiet">{t('恢复旧版本时，其内容成为新版本。')}</p>
          <Can endpoint={documentsContract.addVersion}>
            <FileChooser
              label={t('选择新版本')}
              choice="one"
              onFiles={([chosen]) => chosen && onVersion(document.id, chosen.file)}
            >
              {(choose) => (
                <Button icon={<Upload aria-hidden size={16} />} onClick={choose}>
                  {t('上传新版本')}
                </Button>
              )}
            </FileChooser>
          </Can>
        </div>
      )}
      <VersionList document={document} />
    </div>
  )
}
