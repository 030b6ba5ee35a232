import {
  type PublishedRow,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { NoticeArticle } from './notice-article.tsx'
import { NoticeTags } from './notice-tags.tsx'
import { typeNames, typeOptions } from './notice-words.ts'
import { readersReads } from './readers-reads.ts'
import './notices.css'

const { published, publishedGet, readAll, bell } = publishedNoticesContract

const ReadDrawer = ({ row: { id, type }, onClosed }: RowDrawerProps<PublishedRow>) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={typeNames[type]} open={open} width={720} onClose={() => setOpen(false)} onClosed={onClosed}>
      <NoticeArticle id={id} />
    </Drawer>
  )
}

const Title = ({ row: { title, level, top, ack, updateTime, mine } }: { row: PublishedRow }) => (
  <span className="notice-title" data-unread={!mine.read || undefined}>
    <span>{title}</span>
    <NoticeTags level={level} top={top} ack={ack} updated={updateTime !== null} />
  </span>
)
const Mine = ({ row: { ack, mine } }: { row: PublishedRow }) => {
  if (ack) return <Tag tone={mine.acked ? 'good' : 'warn'}>{mine.acked ? t('已确认') : t('待确认')}</Tag>
  return <Tag tone={mine.read ? 'plain' : 'accent'}>{mine.read ? t('已读') : t('未读')}</Tag>
}

const ReadAllButton = () => {
  const unread = useRead(bell, {}, { toasts: false }).data?.unread ?? 0
  const write = useWrite(readAll, { invalidates: readersReads })
  return (
    unread > 0 && (
      <Button title={t('须确认的不受影响')} loading={write.isPending} onClick={() => write.mutate({})}>
        {t('全部标为已读')}
      </Button>
    )
  )
}

/** Notices and news that reach the signed-in user. */
export const PublishedPage = () => (
  <ListPage
    contract={{ list: published }}
    texts={{
      noun: t('公告'),
      purpose: t('查看发送给您的公告和新闻。'),
      searchHint: t('标题、摘要'),
      rowName: ({ title }) => title,
    }}
    columns={[
      { field: 'title', title: t('标题'), leastWidth: 240, show: (_title, row) => <Title row={row} /> },
      { field: 'type', title: t('类型'), width: 72, show: (type) => typeNames[type] },
      { field: 'platform', title: t('来源'), width: 72, show: (isPlatform) => (isPlatform ? t('平台') : t('公司')) },
      { field: 'mine', title: t('状态'), width: 88, show: (_mine, row) => <Mine row={row} /> },
      { field: 'publishTime', title: t('发布时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    filters={[
      { kind: 'select', name: 'type', label: t('类型'), options: typeOptions },
      {
        kind: 'select',
        name: 'state',
        label: t('状态'),
        options: [
          { value: 'unread', label: t('未读') },
          { value: 'unacked', label: t('待确认') },
        ],
      },
    ]}
    actions={{ tools: <ReadAllButton />, row: [{ label: t('详情'), endpoint: publishedGet, drawer: ReadDrawer }] }}
  />
)
