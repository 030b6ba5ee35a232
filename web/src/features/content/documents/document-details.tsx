import { includesLevel, levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { type DocumentRow, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Upload } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Time } from '../../../ui/time.tsx'
import { FileChooser } from './file-chooser.tsx'
import { VersionList } from './version-list.tsx'

const { get, addVersion } = documentsContract

type DocumentDetailsProps = Pick<RowDrawerProps<DocumentRow>, 'row' | 'onClosed'> & {
  /** Uploads a file as the newest version. */
  onVersion: (id: string, file: File) => void
}

/** All that is known of a file, with its versions. */
export const DocumentDetails = ({ row, onVersion, onClosed }: DocumentDetailsProps) => {
  const { data } = useRead(get, { params: { id: row.id } })
  const shown = data ?? row
  return (
    <RowDetails
      title={shown.title}
      facts={{
        位置: (data?.path ?? []).map(({ title }) => title).join(' / ') || row.folderTitle,
        我的权限: levelNames[shown.level],
        类型: shown.mime,
        大小: formatBytes(shown.size),
        创建人: row.createBy.name,
        创建时间: <Time at={row.createTime} />,
        新版本: includesLevel(shown.level, 'edit') && (
          <Can endpoint={addVersion}>
            <FileChooser
              label="选择新版本"
              choice="one"
              onFiles={([chosen]) => chosen && onVersion(row.id, chosen.file)}
            >
              {(choose) => (
                <Button icon={<Upload aria-hidden size={16} />} onClick={choose}>
                  上传新版本
                </Button>
              )}
            </FileChooser>
          </Can>
        ),
        版本: data && <VersionList document={data} />,
      }}
      onClosed={onClosed}
    />
  )
}
