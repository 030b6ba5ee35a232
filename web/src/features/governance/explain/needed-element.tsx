import type { NeededElement as Needed } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { riskNames, riskTones } from '../../access/authorization/public/risk-labels.ts'
import './explain.css'

const roleText = ({ name, everything, grantable }: Needed['roles'][number]) => {
  const text = everything ? t('{name}（全部权限）', { name }) : name
  return grantable ? text : t('{text}（超出您的可授予范围）', { text })
}

/** A required element and the roles that hold it. */
export const NeededElement = ({ code, name, risk, roles, roleCount }: Needed) => (
  <li className="needed-element">
    <div className="needed-element-head">
      <strong>{name}</strong>
      <code>{code}</code>
      <Tag tone={riskTones[risk]}>{riskNames[risk]}</Tag>
    </div>
    {roleCount === 0 ? (
      <p className="explain-quiet">{t('目前没有角色拥有该权限点，可在角色管理中授予。')}</p>
    ) : (
      <ul className="needed-element-roles" aria-label={t('拥有“{name}”的角色', { name })}>
        {roles.map((role) => (
          <li key={role.id}>
            <Tag tone={role.grantable ? 'good' : 'plain'}>{roleText(role)}</Tag>
          </li>
        ))}
        {roleCount > roles.length && <li className="explain-quiet">{t('等 {roleCount} 个角色', { roleCount })}</li>}
      </ul>
    )}
  </li>
)
