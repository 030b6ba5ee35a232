import {
  type PortalUserRow,
  portalUsersContract,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { type FunctionComponent, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { CardList } from '../../../shared/cards/card-list.tsx'
import { useMore } from '../../../shared/cards/use-more.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { MemberCard } from './member-card.tsx'
import { PortalUserLockForm } from './portal-user-lock-form.tsx'

const { pages, lock, unlock } = portalUsersContract
const nothing = () => undefined
/** Roles make administrators. */
const showAgain = () => void invalidate(pages)

export type RolesForm = FunctionComponent<RowDrawerProps<Pick<PortalUserRow, 'id' | 'name' | 'account'>>>
type EnterpriseMembersProps = {
  /** The signed-in user, who neither locks themselves nor changes their own roles. */
  self: string
  /** Changes the roles of a member, for those who may call this endpoint. */
  roles: { Form: RolesForm; endpoint: Endpoint }
}

/** Members of the user's company, and what its administrators do with them. */
export const EnterpriseMembers = ({ self, roles: { Form, endpoint } }: EnterpriseMembersProps) => {
  const [search, setSearch] = useState('')
  const { size, more } = useMore()
  const read = useRead(pages, { query: { search: useDebounced(search), size } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const [canLock, canAssign] = [useCan(lock), useCan(endpoint)]
  const unlocking = useWrite(unlock, { invalidates: [pages] })
  const askUnlock = (row: PortalUserRow) =>
    ask({
      title: t('解锁“{row}”？', { row: userName(row) }),
      body: t('解锁后可立即登录。'),
      confirm: t('解锁'),
      run: () => unlocking.mutateAsync({ params: { id: row.id } }),
    })
  const listActions = (row: PortalUserRow) => {
    if (row.id === self) return []
    const showRoles = () => open((onClosed) => <Form row={row} onSaved={showAgain} onClosed={onClosed} />)
    const askLock = () => open((onClosed) => <PortalUserLockForm row={row} onSaved={nothing} onClosed={onClosed} />)
    return [
      ...(canAssign ? [{ label: t('角色', { context: 'plural' }), run: showRoles }] : []),
      ...(canLock && row.status === 2 ? [{ label: t('解锁'), run: () => askUnlock(row) }] : []),
      ...(canLock && row.status !== 2 ? [{ label: t('锁定'), danger: true, run: askLock }] : []),
    ]
  }
  return (
    <>
      <div className="cards-tools">
        <SearchInput
          aria-label={t('搜索成员')}
          placeholder={t('账号、姓名、完整手机号')}
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
      </div>
      <CardList<PortalUserRow>
        label={t('成员')}
        read={read}
        more={more}
        empty={{ title: search ? t('没有符合条件的成员') : t('暂无成员') }}
        card={(row) => <MemberCard key={row.id} row={row} isSelf={row.id === self} actions={listActions(row)} />}
      />
      {overlay}
      {question}
    </>
  )
}
