import type { SheetFormat } from '@atrium/contract/kernel/sheet.ts'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { type PopupAnchor, PopupMenu } from '../../ui/popup-menu.tsx'
import { t } from '../../ui/texts.ts'

export type ExportChoice = { format: SheetFormat; allColumns: boolean }
export type ExportMenuProps = {
  /** Which rows are exported: `已选的 3 条`. */
  rows: string
  /** Some columns are not shown in the list. */
  offersAll: boolean
  onPick: (choice: ExportChoice) => void
}

/** As which file a list is exported, and with which columns. */
export const ExportMenu = ({
  rows,
  offersAll,
  onPick,
  ...menu
}: ExportMenuProps & { anchor: PopupAnchor; onClose: () => void }) => {
  const items = (allColumns: boolean) => [
    {
      label: t('Excel 工作簿（.xlsx）'),
      icon: <FileSpreadsheet size={16} />,
      onPick: () => onPick({ format: 'xlsx', allColumns }),
    },
    { label: t('CSV 文件（.csv）'), icon: <FileText size={16} />, onPick: () => onPick({ format: 'csv', allColumns }) },
  ]
  return (
    <PopupMenu
      {...menu}
      label={t('导出')}
      align="end"
      header={rows}
      sections={
        offersAll
          ? [
              { label: t('显示的列'), items: items(false) },
              { label: t('全部列'), items: items(true) },
            ]
          : [{ items: items(true) }]
      }
    />
  )
}
