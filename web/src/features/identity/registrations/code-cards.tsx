import {
  type InvitationRow,
  invitationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CardList } from '../../../shared/cards/card-list.tsx'
import { useMore } from '../../../shared/cards/use-more.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { InvitationCode, InvitationEnd, InvitationUses } from './invitation-cells.tsx'
import { InvitationForm } from './invitation-form.tsx'

const { list, create, remove } = invitationsContract
const nothing = () => undefined

const CodeCard = ({ row, onRemove }: { row: InvitationRow; onRemove: (() => void) | undefined }) => (
  <li className="card">
    <div className="card-head">
      <InvitationCode {...row} />
    </div>
    {row.note && <p>{row.note}</p>}
    <p className="card-quiet">
      {t('已用 / 可用：')}
      <InvitationUses {...row} />
    </p>
    <p className="card-quiet">
      {t('到期时间：')}
      <InvitationEnd {...row} />
    </p>
    {onRemove && (
      <div className="card-actions">
        <Button danger aria-label={t('作废邀请码 {code}', { code: row.code })} onClick={onRemove}>
          {t('作废')}
        </Button>
      </div>
    )}
  </li>
)

/** Codes to register with, for phones. */
export const CodeCards = () => {
  const { size, more } = useMore()
  const read = useRead(list, { query: { size } }, { staleTime: 0 })
  const write = useWrite(remove, { invalidates: [list] })
  const [canAdd, canRemove] = [useCan(create), useCan(remove)]
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const askRemoval = ({ id, code }: InvitationRow) =>
    ask({
      title: t('作废邀请码“{code}”？', { code }),
      body: t('作废后不能再用于注册，已注册的成员不受影响。'),
      confirm: t('作废'),
      danger: true,
      run: () => write.mutateAsync({ params: { id } }),
    })
  return (
    <>
      {canAdd && (
        <div className="cards-tools">
          <Button
            look="primary"
            onClick={() => open((onClosed) => <InvitationForm row={undefined} onSaved={nothing} onClosed={onClosed} />)}
          >
            {t('新增邀请码')}
          </Button>
        </div>
      )}
      <CardList<InvitationRow>
        label={t('邀请码')}
        read={read}
        more={more}
        empty={{ title: t('暂无邀请码'), hint: t('将邀请码发给需加入本公司的人员，对方注册时填写即成为成员。') }}
        card={(row) => <CodeCard key={row.id} row={row} onRemove={canRemove ? () => askRemoval(row) : undefined} />}
      />
      {overlay}
      {question}
    </>
  )
}
