import type { BulkOutcome, BulkVerdict } from '@atrium/contract/kernel/bulk.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { storedSentence } from '../../../kernel/texts/stored-sentence.ts'
import { workbookType, writeWorkbook } from '../../../kernel/workbooks/write-workbook.ts'
import type { bulkRepository } from './bulk.repository.ts'
import type { Operation } from './row-results.ts'

type Row = Awaited<ReturnType<typeof bulkRepository.batch>>[number]
type Read = (after: number, most: number) => Promise<readonly Row[]>

const batchSize = 1000
const verdictNames: Readonly<Record<BulkVerdict, string>> = {
  change: '将变更',
  same: '无需变更',
  refused: '不允许',
  conflict: '有冲突',
}
const outcomeNames: Readonly<Record<BulkOutcome, string>> = {
  changed: '已变更',
  same: '无需变更',
  refused: '不允许',
  conflict: '有冲突',
}
const columns = [
  { title: '名称', width: 30 },
  { title: '预检', width: 12 },
  { title: '结果', width: 12 },
  { title: '原因', width: 50 },
]

async function* readRows(read: Read) {
  let after = 0
  for (;;) {
    const rows = await read(after, batchSize)
    yield rows.map(({ name, verdict, outcome, reason }) => [
      name,
      verdict ? t(verdictNames[verdict]) : '',
      outcome ? t(outcomeNames[outcome]) : t('未执行'),
      storedSentence(reason),
    ])
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.seq
  }
}

/** What became of each row, as a workbook. Takes a reader of rows after one. */
export const resultWorkbook = (operation: Operation, read: Read) => {
  const title = t(operation.spec.title)
  const bytes = writeWorkbook([
    { name: title, columns: columns.map((column) => ({ ...column, title: t(column.title) })), rows: readRows(read) },
  ])
  return { name: t('{title}的结果.xlsx', { title }), type: workbookType, bytes }
}
