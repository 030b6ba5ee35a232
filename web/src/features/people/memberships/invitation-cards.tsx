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
import { Tag } from '../../../ui/tag.tsx'
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
      {row.createBy.name} 于 <Time at={row.createTime} /> 邀请
    </p>
    {row.state === 'open' && (
      <p className="card-quiet">
        有效期至 <Time at={row.expireTime} />
      </p>
    )}
    {onWithdraw && (
      <div className="card-actions">
        <Button aria-label={`撤回对 ${row.target} 的邀请`} onClick={onWithdraw}>
          撤回
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
      title: `撤回对“${target}”的邀请？`,
      body: '撤回后对方不能再接受。',
      confirm: '撤回',
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
            邀请成员
          </Button>
        </div>
      )}
      <CardList<MembershipInvitationRow>
        label="成员邀请"
        read={read}
        more={more}
        empty={{ title: '暂无邀请', hint: '邀请已有账号的人员加入本公司，对方接受后成为成员。' }}
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
