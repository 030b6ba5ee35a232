import {
  documentReadersContract,
  type ReaderRow,
  type ReaderState,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { PagingSearch } from '../../../kernel/listing/paging-search.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { versionText } from './document-words.ts'

const { readers, readerSums } = documentReadersContract
const columns = tableColumns<ReaderRow>(
  [
    { field: 'name', title: t('姓名'), show: (_name, row) => userName(row) },
    { field: 'org', title: t('组织'), width: 140 },
    { field: 'readTime', title: t('阅读时间'), width: 176, show: (at) => at && <Time at={at} /> },
  ],
  readers,
)

type ReaderListProps = {
  /** Of the file. */
  id: string
  /** Number of its newest version. */
  versions: number
}

/** The people that grants reach with a file, and when they read a version of it. */
export const ReaderList = ({ id, versions }: ReaderListProps) => {
  const [number, setNumber] = useState(versions)
  const [state, setState] = useState<ReaderState>('unread')
  const paging = usePaging()
  const params = { id, number }
  const { data: sums } = useRead(readerSums, { params }, { staleTime: 0 })
  const read = useRead(readers, { params, query: { ...paging.query, 'f.state': state } }, { staleTime: 0 })
  const restart = (change: () => void) => {
    paging.restart()
    change()
  }
  const countText = (count: number | undefined) => (count === undefined ? '' : ` ${count}`)
  return (
    <section className="document-readers" aria-label={t('阅读情况')}>
      <div className="document-readers-tools">
        {versions > 1 && (
          <Select
            aria-label={t('版本')}
            options={Array.from({ length: versions }, (_, at) => versions - at).map((value) => ({
              value,
              label: versionText(value),
            }))}
            value={number}
            onChange={(next) => next !== undefined && restart(() => setNumber(next))}
          />
        )}
        <Segments<ReaderState>
          label={t('阅读状态')}
          options={[
            { value: 'unread', label: t('未读{sums}', { sums: countText(sums && sums.people - sums.read) }) },
            { value: 'read', label: t('已读{read}', { read: countText(sums?.read) }) },
          ]}
          value={state}
          onChange={(next) => restart(() => setState(next))}
        />
        <PagingSearch paging={paging} label={t('搜索人员')} placeholder={t('姓名、账号')} />
      </div>
      <p className="document-quiet">{t('预览或下载该版本后记为已读，仅统计有权限的人员。')}</p>
      <PagedTable<ReaderRow>
        label={t('人员')}
        columns={columns}
        read={read}
        paging={paging}
        placeholder={<Empty title={state === 'read' ? t('暂无已读人员') : t('暂无未读人员')} />}
      />
    </section>
  )
}
