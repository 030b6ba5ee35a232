import type { Explanation } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { usePersonImpact } from '../../access/authorization/public/use-grant-impact.tsx'
import { affectedReads } from './affected-reads.ts'
import { RoleForm } from './role-form.tsx'

type GrantFormProps = Pick<Explanation, 'person' | 'elements' | 'denial'> & { onClosed: () => void }

/** Assigns the denied user one of the roles that would allow the call. */
export const GrantForm = ({ person, elements, denial, onClosed }: GrantFormProps) => {
  const state = useFreshRead(userRolesContract.roles, { params: { id: person.id } }, onClosed)
  const [card, confirms, isRead] = usePersonImpact(person.name)
  const write = useWrite(userRolesContract.assignRoles, { confirms, invalidates: affectedReads })
  const roles = [...new Map(elements.flatMap((each) => each.roles).map((role) => [role.id, role])).values()]
  const reason = denial ? t('按拒绝记录 {traceId} 授权', { traceId: denial.traceId.slice(0, 8) }) : ''
  return (
    state && (
      <>
        <RoleForm
          title={t('授予角色：{person}', { person: userName(person) })}
          act={t('授予角色')}
          note={t('授予角色后，{name}无需重新登录即可访问。', { name: person.name })}
          roles={roles}
          version={state.version}
          busy={write.isPending && !isRead}
          error={write.error}
          onSubmit={({ roleId, expireTime, version }) =>
            write.mutateAsync({
              params: { id: person.id },
              body: { roles: [{ roleId, expireTime, reason }], mode: 'add', version },
            })
          }
          onClosed={onClosed}
        />
        {card}
      </>
    )
  )
}
