import type { AssignedRole, UserRoles } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { useId } from 'react'
import { DateTimeControl } from '../../../kernel/forms/date-time-control.tsx'
import { Button } from '../../../ui/button.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { termState } from '../../access/authorization/public/term-text.ts'
import { ScopeOrgSelect } from './scope-org-select.tsx'

type Term = UserRoles['roles'][number]
type RoleTermProps = {
  term: Term
  role:
    | { name: string; grantable: boolean; anchorable: boolean }
    | Pick<AssignedRole, 'name' | 'grantable' | 'anchorable' | 'anchor' | 'grantBy' | 'grantTime'>
    | undefined
  /** Why the role cannot be changed, although the caller could grant it. */
  lockedReason?: string | undefined
  onChange: (term: Term) => void
  onRemove: () => void
}

type TermTimesProps = Pick<RoleTermProps, 'term' | 'onChange'> & { id: string; disabled: boolean }

/** Begin and end of an assignment. */
const TermTimes = ({ id, term, disabled, onChange }: TermTimesProps) => (
  <div className="user-term-times">
    <label htmlFor={`${id}-start`}>
      {t('生效时间')}
      <DateTimeControl
        id={`${id}-start`}
        disabled={disabled}
        placeholder={t('立即生效')}
        value={term.startTime}
        onChange={(startTime) => onChange({ ...term, startTime })}
      />
    </label>
    <label htmlFor={`${id}-end`}>
      {t('到期时间')}
      <DateTimeControl
        id={`${id}-end`}
        disabled={disabled}
        placeholder={t('长期有效')}
        value={term.expireTime}
        onChange={(expireTime) => onChange({ ...term, expireTime })}
      />
    </label>
  </div>
)

/** A role assignment with scope, term and reason. */
export const RoleTerm = ({ term, role, lockedReason, onChange, onRemove }: RoleTermProps) => {
  const id = useId()
  const isLocked = lockedReason !== undefined || !(role?.grantable ?? false)
  const name = role?.name ?? ''
  const stateText = termState(term)
  const granted = role && 'grantBy' in role && role.grantBy && role.grantTime
  return (
    <li className="user-term">
      <div className="user-term-head">
        <h3>{name}</h3>
        {stateText && <Tag tone="warn">{stateText}</Tag>}
        {isLocked ? (
          <Tag>{lockedReason ?? t('超出可授予范围')}</Tag>
        ) : (
          <Button look="link" danger aria-label={t('移除{name}', { name })} onClick={onRemove}>
            {t('移除')}
          </Button>
        )}
      </div>
      <TermTimes id={id} term={term} onChange={onChange} disabled={isLocked} />
      {(role?.anchorable || term.orgId !== null) && (
        <label htmlFor={`${id}-anchor`}>
          {t('适用组织')}
          <ScopeOrgSelect
            id={`${id}-anchor`}
            disabled={isLocked}
            value={term.orgId}
            assigned={role && 'anchor' in role ? role.anchor : null}
            onChange={(orgId) => onChange({ ...term, orgId })}
          />
        </label>
      )}
      <label htmlFor={`${id}-reason`}>
        {t('授予原因')}
        <LineInput
          id={`${id}-reason`}
          disabled={isLocked}
          maxLength={200}
          value={term.reason}
          onChange={(reason) => onChange({ ...term, reason })}
        />
      </label>
      {granted && (
        <p className="user-quiet">
          {t('{name} 于 {granted} 授予', { name: role.grantBy?.name, granted: formatMoment(granted) })}
        </p>
      )}
    </li>
  )
}
