import type { DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { useState } from 'react'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { DownloadList } from './download-list.tsx'
import { ReaderList } from './reader-list.tsx'
import './documents.css'

const tabs = [
  { key: 'readers', text: '阅读情况' },
  { key: 'downloads', text: '下载记录' },
] as const
type Tab = (typeof tabs)[number]['key']

/** Who has read a file, version by version, and who has downloaded it. */
export const ReadersDrawer = ({ row, onClosed }: Pick<RowDrawerProps<DocumentRow>, 'row' | 'onClosed'>) => {
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('readers')
  return (
    <Drawer
      title={`阅读与下载：${row.title}`}
      width={720}
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <PlainTabs label="阅读与下载" tabs={tabs} active={tab} onSelect={setTab}>
        {tab === 'readers' ? <ReaderList id={row.id} versions={row.versions} /> : <DownloadList row={row} />}
      </PlainTabs>
    </Drawer>
  )
}
