import { levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import type { DocumentDetails, DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { versionText } from './document-words.ts'
import { fileKind, fileKindNames } from './file-kinds.ts'

/** What is known of a file. */
export const DocumentFacts = ({ row, details }: { row: DocumentRow; details: DocumentDetails | undefined }) => {
  const shown = details ?? row
  return (
    <div className="document-tab">
      <Facts
        facts={{
          位置: (details?.path ?? []).map(({ title }) => title).join(' / ') || row.folderTitle,
          我的权限: t(levelNames[shown.level]),
          类型: fileKindNames[fileKind(shown)],
          大小: formatBytes(shown.size),
          当前版本: versionText(shown.versions),
          修改人: shown.updateBy.name,
          修改时间: <Time at={shown.updateTime} />,
          创建人: row.createBy.name,
          创建时间: <Time at={row.createTime} />,
        }}
      />
    </div>
  )
}
