import {
  type MembershipInvitationRow,
  membershipsContract,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CardList } from '../../../shared/cards/card-list.tsx'
import { useMore } from '../../../shared/cards/use-more.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { stateNames, stateTones } from './invitation-words.ts'
import { InviteForm } from './invite-form.tsx'

const { list, create, remove } = membershipsContract
const nothing = () => undefined

const InvitationCard = ({
  row,
  onWithdraw,
}: {
  row: MembershipInvitationRow
  onWithdraw: (() => void) | undefined
}) => (
  <li className="card">
    <header className="card-head">
      <h3>{row.target}</h3>
      <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>
    </header>
    {row.note && <p className="card-quiet">{row.note}</p>}
    <p className="card-quiet">
      {rich('{name} 于 {createTime} 邀请', { name: row.createBy.name, createTime: <Time at={row.createTime} /> })}
    </p>
    {row.state === 'open' && (
      <p className="card-quiet">{rich('有效期至 {expireTime}', { expireTime: <Time at={row.expireTime} /> })}</p>
    )}
    {onWithdraw && (
      <div className="card-actions">
        <Button aria-label={t('撤回对 {target} 的邀请', { target: row.target })} onClick={onWithdraw}>
          {t('撤回')}
        </Button>
      </div>
    )}
  </li>
)

/** Invitations of the company to users with an account elsewhere, for phones. */
export const InvitationCards = () => {
  const { size, more } = useMore()
  const read = useRead(list, { query: { size } }, { staleTime: 0 })
  const write = useWrite(remove, { invalidates: [list] })
  const [canInvite, canWithdraw] = [useCan(create), useCan(remove)]
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const withdraw = ({ id, target }: MembershipInvitationRow) =>
    ask({
      title: t('撤回对“{target}”的邀请？', { target }),
      body: t('撤回后对方不能再接受。'),
      confirm: t('撤回'),
      run: () => write.mutateAsync({ params: { id } }),
    })
  return (
    <>
      {canInvite && (
        <div className="cards-tools">
          <Button
            look="primary"
            onClick={() => open((onClosed) => <InviteForm row={undefined} onSaved={nothing} onClosed={onClosed} />)}
          >
            {t('邀请成员')}
          </Button>
        </div>
      )}
      <CardList<MembershipInvitationRow>
        label={t('成员邀请')}
        read={read}
        more={more}
        empty={{ title: t('暂无邀请'), hint: t('邀请已有账号的人员加入本公司，对方接受后成为成员。') }}
        card={(row) => (
          <InvitationCard
            key={row.id}
            row={row}
            onWithdraw={canWithdraw && row.state === 'open' ? () => withdraw(row) : undefined}
          />
        )}
      />
      {overlay}
      {question}
    </>
  )
}
