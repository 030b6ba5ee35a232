import type { OrganizationRolesImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call } from '../../../kernel/api/call.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findGrantable } from '../../access/authorization/public/find-grantable.ts'
import { affected } from './affected-reads.ts'
import { rolesImpactLines } from './organization-words.ts'
import './organizations.css'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'

const { offeredRoles, replaceRoles } = organizationsContract

/** Searches roles to grant. `without`: roles it already has. */
const findRoles = (without: readonly string[]) =>
  findGrantable(
    (keyword, signal) => call(offeredRoles, { params: { id: '0' }, query: { keyword } }, { signal }),
    without,
  )

/** Roles that members of an organisation hold. */
export const OrganizationRoles = ({ organization }: { organization: OrganizationDetail }) => {
  const { id, name, roles, version } = organization
  const mayChange = useCan(replaceRoles)
  const [card, confirms] = useImpactLines<OrganizationRolesImpact>({
    title: () => t('调整“{name}”的角色', { name }),
    confirm: t('确认调整'),
    lines: rolesImpactLines,
  })
  const write = useWrite(replaceRoles, { confirms, invalidates: affected })
  const ids = roles.map((role) => role.id)
  const change = (roleIds: string[]) => write.mutate({ params: { id }, body: { roleIds, version } })
  return (
    <div className="organization-roles">
      <p className="organization-quiet">
        {t('本组织的直属成员都拥有这些角色，离开时自动收回；下级组织的成员不包括在内。')}
      </p>
      {mayChange && (
        <SearchSelect
          // Results depend on the current roles.
          key={ids.join()}
          aria-label={t('添加角色')}
          placeholder={t('输入名称添加角色')}
          find={findRoles(ids)}
          value={undefined}
          onChange={(role) => role && change([...ids, role])}
        />
      )}
      {roles.length === 0 && <Empty title={t('暂无角色')} hint={t('成员仅拥有各自被授予的角色。')} />}
      <ChosenList label={t('组织的角色')}>
        {roles.map((role) => (
          <ChosenItem
            key={role.id}
            name={role.name}
            onRemove={mayChange ? () => change(ids.filter((each) => each !== role.id)) : undefined}
          />
        ))}
      </ChosenList>
      {card}
    </div>
  )
}
