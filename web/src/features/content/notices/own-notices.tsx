import {
  publishedNoticesContract,
  type publishedStates,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainPages } from '../../../ui/plain-pages.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { NoticeLink } from './notice-link.tsx'
import { readersReads } from './readers-reads.ts'

const { published, readAll, bell } = publishedNoticesContract
const size = 20
const views = [
  { value: 'all', label: t('全部'), none: t('暂无消息') },
  { value: 'unread', label: t('未读'), none: t('没有未读消息') },
  { value: 'unacked', label: t('待确认'), none: t('没有待确认的消息') },
] as const satisfies { value: (typeof publishedStates)[number] | 'all'; label: string; none: string }[]

const ReadAllButton = () => {
  const unread = useRead(bell, {}, { toasts: false }).data?.unread ?? 0
  const write = useWrite(readAll, { invalidates: readersReads })
  return (
    unread > 0 && (
      <PlainButton title={t('须确认的不受影响')} busy={write.isPending} onClick={() => write.mutate({})}>
        {t('全部标为已读')}
      </PlainButton>
    )
  )
}

/** Notices and news that reach the user, for a phone. The view is in the address. */
export const OwnNotices = ({ one }: { one: (id: string) => string }) => {
  const [search, go] = usePageSearch()
  const { value: view, none } = views.find(({ value }) => value === search.get('view')) ?? views[0]
  const page = Math.max(1, Number(search.get('page')) || 1)
  const state = view === 'all' ? {} : { 'f.state': view }
  const read = useRead(published, { query: { page, size, ...state } }, { toasts: false })
  const turn = (to: number) => go({ view: search.get('view') ?? undefined, page: to === 1 ? undefined : to })
  return (
    <>
      <div className="own-notices-tools">
        <Segments
          label={t('显示')}
          options={views}
          value={view}
          onChange={(next) => go({ view: next === 'all' ? undefined : next })}
        />
        <ReadAllButton />
      </div>
      <ReadState read={read} lines={8}>
        {({ data, total }) => (
          <>
            {data.length === 0 ? (
              <Empty title={none} />
            ) : (
              <ul aria-label={t('消息')}>
                {data.map((row) => (
                  <NoticeLink key={row.id} row={row} to={one(row.id)} />
                ))}
              </ul>
            )}
            <PlainPages page={page} size={size} total={total} onTurn={turn} />
          </>
        )}
      </ReadState>
    </>
  )
}
