import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { includesLevel } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentReadersContract } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { type DocumentRow, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentVersions } from './document-versions.tsx'

// Lazy: most people read files, and few manage them.
const AccessList = lazy(async () => ({ default: (await import('./access-list.tsx')).AccessList }))
const LinkList = lazy(async () => ({ default: (await import('./link-list.tsx')).LinkList }))
const ReaderList = lazy(async () => ({ default: (await import('./reader-list.tsx')).ReaderList }))
const DownloadList = lazy(async () => ({ default: (await import('./download-list.tsx')).DownloadList }))

export type DocumentTab = 'facts' | 'versions' | 'access' | 'links' | 'readers' | 'downloads'

/** The tabs of a file that the user may see. */
const useTabs = ({ level, versions }: Pick<DocumentRow, 'level' | 'versions'>) => {
  const manages = includesLevel(level, 'manage')
  const [access, links, readers] = [
    useCan(documentAccessContract.access),
    useCan(documentLinksContract.links),
    useCan(documentReadersContract.readers),
  ]
  const tabs: { key: DocumentTab; text: string; isShown: boolean }[] = [
    { key: 'facts', text: t('详情'), isShown: true },
    { key: 'versions', text: t('版本 {versions}', { versions }), isShown: true },
    { key: 'access', text: t('权限'), isShown: manages && access },
    { key: 'links', text: t('分享链接'), isShown: manages && links },
    { key: 'readers', text: t('阅读情况'), isShown: manages && readers },
    { key: 'downloads', text: t('下载记录'), isShown: manages && readers },
  ]
  return tabs.filter(({ isShown }) => isShown)
}

type DocumentDrawerProps = Pick<RowDrawerProps<DocumentRow>, 'row' | 'onClosed'> & {
  /** The tab that is open at first. */
  first?: DocumentTab
  /** Uploads a file as the newest version. */
  onVersion: (id: string, file: File) => void
}

/** A file: what is known of it, its versions, who has access by right and by link, who has read it. */
export const DocumentDrawer = ({ row, first = 'facts', onVersion, onClosed }: DocumentDrawerProps) => {
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState(first)
  const { data } = useRead(documentsContract.get, { params: { id: row.id } })
  const shown = data ?? row
  return (
    <Drawer title={shown.title} width={720} open={isOpen} onClose={() => setOpen(false)} onClosed={onClosed}>
      <PlainTabs label={shown.title} tabs={useTabs(shown)} active={tab} onSelect={setTab}>
        <Suspense>
          {tab === 'facts' && <DocumentFacts row={row} details={data} />}
          {tab === 'versions' && <DocumentVersions document={data} onVersion={onVersion} />}
          {tab === 'access' && <AccessList documentId={row.id} />}
          {tab === 'links' && <LinkList documentId={row.id} />}
          {tab === 'readers' && <ReaderList id={row.id} versions={shown.versions} />}
          {tab === 'downloads' && <DownloadList row={row} />}
        </Suspense>
      </PlainTabs>
    </Drawer>
  )
}
