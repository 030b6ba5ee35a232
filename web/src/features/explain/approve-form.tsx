import { accessRequestsContract } from '@atrium/contract/features/explain/access-requests.contract.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { useFresh } from '../../kernel/api/use-fresh.ts'
import { usePersonImpact } from '../../ui/use-grant-impact.tsx'
import { affected } from './affected-reads.ts'
import { RoleForm } from './role-form.tsx'

const { approve, roles } = accessRequestsContract
type ApproveFormProps = { id: string; person: string; onSaved?: (id: string) => void; onClosed: () => void }

/** Approves a request with one of the roles that hold what is asked for. */
export const ApproveForm = ({ id, person, onSaved, onClosed }: ApproveFormProps) => {
  const offered = useFresh(roles, { params: { id } }, onClosed)
  const [card, confirms, isRead] = usePersonImpact(person)
  const write = useWrite(approve, { confirms, invalidates: affected, onDone: () => onSaved?.(id) })
  return (
    offered && (
      <>
        <RoleForm
          title={`同意权限申请：${person}`}
          note={`授予角色后，${person}不用重新登录就能访问，并在自己的页面看到结果。`}
          {...offered}
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
