import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findOrganizations } from '../../people/organizations/public/find-organizations.ts'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'

type ChosenOrganizationProps = { id: string; onRemove: (() => void) | undefined }
const ChosenOrganization = ({ id, onRemove }: ChosenOrganizationProps) => {
  const { data, isError } = useRead(organizationsContract.get, { params: { id } }, { toasts: false })
  const line = data && [...data.above.map(({ name }) => name), data.name].join(' / ')
  return <ChosenItem name={line ?? (isError ? t('（无权查看或已删除的组织）') : t('加载中...'))} onRemove={onRemove} />
}

/** Organisations whose rows the role's assignees see. */
export const ScopeOrganizations = ({ readOnlyReason }: { readOnlyReason: string | undefined }) => {
  const draft = useGrantDraft()
  const ids = useDraftValue(chosenOr('dataOrgIds'))
  const canFind = useCan(organizationsContract.list)
  const choose = (dataOrgIds: string[]) => draft.getState().choose({ dataOrgIds })
  return (
    <div className="grant-organizations">
      {readOnlyReason === undefined && canFind && (
        <SearchSelect
          // Options depend on the current choice.
          key={ids.join()}
          aria-label={t('添加组织')}
          placeholder={t('输入组织名称、编码添加')}
          find={findOrganizations(({ value }) => !ids.includes(value))}
          value={undefined}
          onChange={(id) => id && choose([...ids, id].sort())}
        />
      )}
      <ChosenList label={t('指定的组织')}>
        {ids.map((id) => (
          <ChosenOrganization
            key={id}
            id={id}
            onRemove={readOnlyReason === undefined ? () => choose(ids.filter((other) => other !== id)) : undefined}
          />
        ))}
      </ChosenList>
    </div>
  )
}
