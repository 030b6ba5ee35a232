import {
  type ApiRemovalImpact,
  type ApiRow,
  apisContract,
  type OpenedApiRow,
} from '@atrium/contract/features/access/registry/apis.contract.ts'
import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Codes } from './affected-users.tsx'
import { ImpactQuestion } from './impact-question.tsx'
import { addressOf, elementName } from './registry-words.ts'
import './registry.css'

type Holders = Pick<ApiRemovalImpact, 'companies' | 'roles' | 'people'>
const HolderLosses = ({ companies, roles, people }: Holders) =>
  roles === 0 ? (
    <p>没有角色持有它，不影响任何人。</p>
  ) : (
    <p>
      涉及 <strong>{companies}</strong> 家公司的 <strong>{roles}</strong> 个角色，<strong>{people}</strong>{' '}
      人会立即失去它。
    </p>
  )

/** Deletes an element after showing the impact. */
export const ElementRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ElementRow>) => (
  <ImpactQuestion
    title={`删除权限点“${elementName(row)}”？`}
    endpoint={elementsContract.remove}
    request={{ params: { id: row.id } }}
    confirm="删除"
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  >
    {({ unbound, apis, ...holders }) => (
      <>
        <HolderLosses {...holders} />
        {apis > 0 && <p>它打开的 {apis} 个接口会解除绑定。</p>}
        <Codes label="其中以下接口没有别的权限点可以打开，将拒绝所有人：" codes={unbound} />
      </>
    )}
  </ImpactQuestion>
)

/** Deletes an API after showing the impact. */
export const ApiRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ApiRow>) => (
  <ImpactQuestion
    title={`删除接口“${addressOf(row)}”？`}
    endpoint={apisContract.remove}
    request={{ params: { id: row.id } }}
    confirm="删除"
    onConfirmed={() => onSaved(row.id)}
    onClosed={onClosed}
  >
    {({ elems, ...holders }) => (
      <>
        <HolderLosses {...holders} />
        <Codes label="会从以下权限点解除绑定：" codes={elems} />
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
    title={`让“${elementName(element)}”打开所选的 ${apiIds.length} 个接口？`}
    endpoint={elementsContract.bind}
    request={{ params: { id: element.id }, body: { apiIds: [...apiIds] } }}
    confirm="绑定"
    isHarmless
    onConfirmed={onConfirmed}
    onClosed={onClosed}
  >
    {({ companies, roles, people, opened }) => (
      <>
        <p>
          涉及 <strong>{companies}</strong> 家公司的 <strong>{roles}</strong> 个角色，<strong>{people}</strong>{' '}
          人立即可以调用{apiIds.length > 1 && '其中的接口'}。
        </p>
        <Codes label="以下接口此前没有权限点可以打开，拒绝所有人：" codes={opened} />
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
    title={`解除“${elementName(element)}”与${apis.length === 1 && apis[0] ? `“${addressOf(apis[0])}”` : ` ${apis.length} 个接口`}的绑定？`}
    endpoint={elementsContract.unbindMany}
    request={{ params: { id: element.id }, body: { apiIds: apis.map(({ id }) => id) } }}
    confirm="解除绑定"
    onConfirmed={onConfirmed}
    onClosed={onClosed}
  >
    {({ companies, roles, people, unbound }) => (
      <>
        {roles === 0 ? (
          <p>没有角色只凭它调用，不影响任何人。</p>
        ) : (
          <p>
            涉及 <strong>{companies}</strong> 家公司的 <strong>{roles}</strong> 个角色，<strong>{people}</strong>{' '}
            人会立即不能调用{apis.length > 1 && '其中的接口'}。
          </p>
        )}
        <Codes label="以下接口没有别的权限点可以打开，将拒绝所有人：" codes={unbound} />
      </>
    )}
  </ImpactQuestion>
)
