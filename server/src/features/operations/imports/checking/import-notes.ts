import { t } from '@atrium/contract/kernel/texts.ts'
import type { SheetRemarks } from '../../../../kernel/workbooks/read-sheet.ts'

/** What a check counts of a file beside its rows. */
export type Noticed = {
  /** Rows that are hidden, by hand or by a filter. */
  hidden: number
  /** Rows whose cells show a part of what is stored, which stays. */
  masked: number
}

/** What the author of a file should know of it, in sentences. Takes what was counted, and the row of titles. */
export const listNotes = (
  { hidden, masked }: Noticed,
  { merged, zeroPadded }: SheetRemarks,
  header: number,
): string[] => {
  const mergedBelow = merged.filter((last) => last > header).length
  const notes: readonly (readonly [count: number, sentence: string])[] = [
    [hidden, t('有 {hidden} 行被隐藏或筛选，同样会导入', { hidden })],
    [mergedBelow, t('有 {mergedBelow} 处合并单元格，仅左上角的单元格有值，其余按空单元格处理', { mergedBelow })],
    [zeroPadded, t('有 {zeroPadded} 个数字按单元格格式补足了前面的 0，例如 00123', { zeroPadded })],
    [masked, t('有 {masked} 行的号码或邮箱已脱敏（含 *），导入后保持原值', { masked })],
  ]
  return notes.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []))
}
