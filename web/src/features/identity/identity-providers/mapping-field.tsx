import type { MappingRule } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { Plus, X } from 'lucide-react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { LineInput } from '../../../ui/line-input.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findOrganizations, isActive } from '../../people/organizations/public/find-organizations.ts'

const fresh: MappingRule = { claim: '', value: '', roleId: null, orgId: null }
const findRoles = findOptions(userRolesContract.offeredRoles, { isOffered: ({ extra }) => extra.grantable })
const findOrgs = findOrganizations(isActive)

type LineProps = { rule: MappingRule; at: number; onChange: (rule: MappingRule) => void; onRemove: () => void }
const RuleLine = ({ rule, at, onChange, onRemove }: LineProps) => {
  const set = (part: Partial<MappingRule>) => onChange({ ...rule, ...part })
  const named = (what: string) => ({ 'aria-label': t('映射 {at} 的{what}', { at: at + 1, what }) })
  const [mayRoles, mayOrgs] = [useCan(userRolesContract.offeredRoles), useCan(organizationsContract.options)]
  return (
    <li className="provider-rule">
      <LineInput
        {...named(t('属性'))}
        placeholder={t('属性，例如 groups')}
        value={rule.claim}
        onChange={(claim) => set({ claim })}
      />
      <LineInput
        {...named(t('值'))}
        placeholder={t('等于', { context: 'placeholder' })}
        value={rule.value}
        onChange={(value) => set({ value })}
      />
      {mayRoles && (
        <SearchSelect
          {...named(t('角色'))}
          find={findRoles}
          placeholder={t('角色')}
          value={rule.roleId ?? undefined}
          onChange={(roleId) => set({ roleId: roleId ?? null })}
        />
      )}
      {mayOrgs && (
        <SearchSelect
          {...named(t('组织'))}
          find={findOrgs}
          placeholder={t('组织')}
          value={rule.orgId ?? undefined}
          onChange={(orgId) => set({ orgId: orgId ?? null })}
        />
      )}
      <Button
        look="link"
        aria-label={t('移除映射 {at}', { at: at + 1 })}
        icon={<X aria-hidden size={16} />}
        onClick={onRemove}
      />
    </li>
  )
}

const MappingControl = ({ value = [], onChange }: Control<readonly MappingRule[]>) => (
  <>
    <ul className="provider-rules" aria-label={t('属性映射')}>
      {Object.entries(value).map(([line, rule]) => (
        <RuleLine
          // A line is what stands at its place.
          key={line}
          rule={rule}
          at={Number(line)}
          onChange={(next) => onChange?.(value.toSpliced(Number(line), 1, next))}
          onRemove={() => onChange?.(value.toSpliced(Number(line), 1))}
        />
      ))}
    </ul>
    <Button look="link" icon={<Plus aria-hidden size={16} />} onClick={() => onChange?.([...value, fresh])}>
      {t('添加映射')}
    </Button>
  </>
)

/** Form field `mapping`: what the provider says, and the role or organisation that it gives. */
export const MappingField = ({ help }: { help: string }) => (
  <Field<{ mapping: readonly MappingRule[] }> name="mapping" help={help}>
    <MappingControl />
  </Field>
)
