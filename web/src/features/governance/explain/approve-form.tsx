import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { t } from '../../../ui/texts.ts'
import { usePersonImpact } from '../../access/authorization/public/use-grant-impact.tsx'
import { affectedReads } from './affected-reads.ts'
import { RoleForm } from './role-form.tsx'

const { approve, roles } = accessRequestsContract
type ApproveFormProps = { id: string; person: string; onSaved?: (id: string) => void; onClosed: () => void }

/** Approves a request with one of the roles that hold the requested permission. */
export const ApproveForm = ({ id, person, onSaved, onClosed }: ApproveFormProps) => {
  const roleOptions = useFreshRead(roles, { params: { id } }, onClosed)
  const [card, confirms, isRead] = usePersonImpact(person)
  const write = useWrite(approve, { confirms, invalidates: affectedReads, onDone: () => onSaved?.(id) })
  return (
    roleOptions && (
      <>
        <RoleForm
          title={t('通过权限申请：{person}', { person })}
          act={t('通过')}
          note={t('授予角色后，{person}无需重新登录即可访问，并可查看处理结果。', { person })}
          {...roleOptions}
          busy={write.isPending && !isRead}
          error={write.error}
          onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
          onClosed={onClosed}
        />
        {card}
      </>
    )
  )
}
