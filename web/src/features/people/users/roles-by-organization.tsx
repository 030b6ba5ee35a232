import type { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import { t } from '../../../ui/texts.ts'

type Roles = ReplyOf<typeof userRolesContract.roles>['byOrganization']

/** Roles held through organisations; they are changed at the organisation. */
export const RolesByOrganization = ({ roles }: { roles: Roles }) =>
  roles.length > 0 && (
    <section>
      <h3 className="user-quiet">{t('来自所属组织，在“组织管理”中调整')}</h3>
      <ChosenList label={t('来自组织的角色')}>
        {roles.map(({ id, name, organization }) => (
          <ChosenItem key={id} name={name} code={organization.name} />
        ))}
      </ChosenList>
    </section>
  )
