import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { AppRequestRow } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appAccessContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Note } from '../../../ui/note.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { describeState, isGranting } from './app-request-words.ts'
import '../open-apps/public/open-apps.css'

const { appRequests, revokeRequest } = appAccessContract
type FormProps = { app: OpenAppRow; row: AppRequestRow; onClosed: () => void }

/** Takes an approved access back. */
const RevokeForm = ({ app, row, onClosed }: FormProps) => {
  return (
    <WriteForm
      title={t('收回使用权：{name}', { name: row.user.name })}
      act={t('收回')}
      danger
      endpoint={revokeRequest}
      params={{ id: app.id, requestId: row.id }}
      labels={{ reason: t('原因') }}
      initial={{ reason: '', version: row.version }}
      invalidates={[appRequests]}
      onClosed={onClosed}
    >
      <Note>{t('收回后该用户不能再打开该应用，原因将告知该用户。')}</Note>
      <TextAreaField<{ reason: string }> name="reason" maxLength={200} placeholder={t('例如：已转岗')} />
    </WriteForm>
  )
}

const columns: readonly Column<AppRequestRow>[] = [
  { field: 'user', title: t('申请人'), width: 112, show: ({ name, account }) => <span title={account}>{name}</span> },
  {
    field: 'state',
    title: t('状态'),
    width: 80,
    show: (_state, row) => {
      const { text, tone } = describeState(row)
      return <Tag tone={tone}>{text}</Tag>
    },
  },
  { field: 'reason', title: t('申请原因'), leastWidth: 140, show: (reason) => <EllipsisText>{reason}</EllipsisText> },
  { field: 'until', title: t('使用至'), width: 160, show: (at) => (at ? formatMoment(at) : t('不限')) },
  { field: 'createTime', title: t('申请时间'), width: 168, show: (at) => <Time at={at} /> },
  { field: 'decideBy', title: t('处理人'), width: 96, show: (by, { state }) => state !== 'withdrawn' && by?.name },
]
const shown = tableColumns(columns, appRequests)

/** Requests for an application, and who uses it by them. */
export const AppAccess = ({ app }: { app: OpenAppRow }) => {
  const paging = usePaging()
  const [overlay, open] = useOverlay()
  const canRevoke = useCan(revokeRequest)
  const { sort: _sort, ...query } = paging.query
  const read = useRead(appRequests, { params: { id: app.id }, query }, { staleTime: 0 })
  const revoke = (row: AppRequestRow) => open((onClosed) => <RevokeForm app={app} row={row} onClosed={onClosed} />)
  return (
    <section className="app-access" aria-labelledby="app-access-title">
      <div className="app-tools">
        <h3 id="app-access-title">{t('使用申请')}</h3>
        <div className="app-search">
          <SearchInput
            aria-label={t('搜索申请人')}
            placeholder={t('申请人')}
            maxLength={64}
            value={paging.search}
            onChange={paging.setSearch}
          />
        </div>
      </div>
      <PagedTable<AppRequestRow>
        label={t('使用申请')}
        columns={shown}
        read={read}
        paging={paging}
        placeholder={<Empty title={paging.search ? t('没有符合条件的申请') : t('暂无申请')} />}
        {...(canRevoke && {
          actionWidth: 72,
          actions: (row) => (isGranting(row) ? [{ label: t('收回'), danger: true, run: () => revoke(row) }] : []),
        })}
      />
      {overlay}
    </section>
  )
}
