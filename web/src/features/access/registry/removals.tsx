import {
  type ApiRemovalImpact,
  type ApiRow,
  apisContract,
  type OpenedApiRow,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Codes } from './affected-users.tsx'
import { ImpactQuestion } from './impact-question.tsx'
import { elementName, toAddress } from './registry-words.ts'
import './registry.css'

type Holders = Pick<ApiRemovalImpact, 'companies' | 'roles' | 'people'>
const bold = ({ companies, roles, people }: Holders) => ({
  companies: <strong>{companies}</strong>,
  roles: <strong>{roles}</strong>,
  people: <strong>{people}</strong>,
})
const HolderLosses = (holders: Holders) =>
  holders.roles === 0 ? (
    <p>{t('没有角色持有，不影响任何用户。')}</p>
  ) : (
    <p>{rich('涉及 {companies} 家公司的 {roles} 个角色，{people} 人将立即失去该权限。', bold(holders))}</p>
  )

/** Deletes an element after showing the impact. */
export const ElementRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ElementRow>) => (
  <ImpactQuestion
    title={t('删除权限点“{row}”？', { row: elementName(row) })}
    endpoint={elementsContract.remove}
    request={{ params: { id: row.id } }}
    confirm={t('删除')}
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  >
    {({ unbound, apis, ...holders }) => (
      <>
        <HolderLosses {...holders} />
        {apis > 0 && <p>{t('其绑定的 {apis} 个接口将解除绑定。', { apis })}</p>}
        <Codes label={t('其中以下接口未绑定其他权限点，将拒绝所有用户：')} codes={unbound} />
      </>
    )}
  </ImpactQuestion>
)

/** Deletes an API after showing the impact. */
export const ApiRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ApiRow>) => (
  <ImpactQuestion
    title={t('删除接口“{row}”？', { row: toAddress(row) })}
    endpoint={apisContract.remove}
    request={{ params: { id: row.id } }}
    confirm={t('删除')}
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  >
    {({ elems, ...holders }) => (
      <>
        <HolderLosses {...holders} />
        <Codes label={t('将从以下权限点解除绑定：')} codes={elems} />
      </>
    )}
  </ImpactQuestion>
)

type BindingProps = {
  element: ElementRow
  apiIds: readonly string[]
  onConfirmed: () => void
  onClosed: () => void
}
/** Binds APIs after showing the users who gain calls. */
export const Binding = ({ element, apiIds, onConfirmed, onClosed }: BindingProps) => (
  <ImpactQuestion
    title={t('将所选的 {count} 个接口绑定到“{element}”？', { count: apiIds.length, element: elementName(element) })}
    endpoint={elementsContract.bind}
    request={{ params: { id: element.id }, body: { apiIds: [...apiIds] } }}
    confirm={t('绑定')}
    isHarmless
    onConfirmed={onConfirmed}
    onClosed={onClosed}
  >
    {({ opened, ...counts }) => (
      <>
        <p>
          {apiIds.length > 1
            ? rich('涉及 {companies} 家公司的 {roles} 个角色，{people} 人立即可以调用其中的接口。', bold(counts))
            : rich('涉及 {companies} 家公司的 {roles} 个角色，{people} 人立即可以调用。', bold(counts))}
        </p>
        <Codes label={t('以下接口此前未绑定权限点，拒绝所有用户：')} codes={opened} />
      </>
    )}
  </ImpactQuestion>
)

type UnbindingProps = {
  element: ElementRow
  apis: readonly OpenedApiRow[]
  onConfirmed: () => void
  onClosed: () => void
}
/** Unbinds APIs after showing the users who lose calls. */
export const Unbinding = ({ element, apis, onConfirmed, onClosed }: UnbindingProps) => (
  <ImpactQuestion
    title={
      apis.length === 1 && apis[0]
        ? t('解除“{element}”与“{api}”的绑定？', { element: elementName(element), api: toAddress(apis[0]) })
        : t('解除“{element}”与 {count} 个接口的绑定？', { element: elementName(element), count: apis.length })
    }
    endpoint={elementsContract.unbindMany}
    request={{ params: { id: element.id }, body: { apiIds: apis.map(({ id }) => id) } }}
    confirm={t('解除绑定')}
    onConfirmed={onConfirmed}
    onClosed={onClosed}
  >
    {({ unbound, ...counts }) => (
      <>
        {counts.roles === 0 ? (
          <p>{t('没有角色仅凭该权限点调用，不影响任何用户。')}</p>
        ) : (
          <p>
            {apis.length > 1
              ? rich('涉及 {companies} 家公司的 {roles} 个角色，{people} 人将立即无法调用其中的接口。', bold(counts))
              : rich('涉及 {companies} 家公司的 {roles} 个角色，{people} 人将立即无法调用。', bold(counts))}
          </p>
        )}
        <Codes label={t('以下接口未绑定其他权限点，将拒绝所有用户：')} codes={unbound} />
      </>
    )}
  </ImpactQuestion>
)
