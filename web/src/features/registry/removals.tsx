import {
  type ApiRemovalImpact,
  type ApiRow,
  apisContract,
  type ElementRow,
  elementsContract,
} from '@atrium/contract/features/registry/registry.contract.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { Codes } from './concerned.tsx'
import { addressOf, elementName } from './registry-words.ts'
import { RemovalQuestion } from './removal-question.tsx'
import './registry.css'

type Holders = Pick<ApiRemovalImpact, 'companies' | 'roles' | 'people'>
const Losers = ({ companies, roles, people }: Holders) =>
  roles === 0 ? (
    <p>没有角色持有它，不影响任何人。</p>
  ) : (
    <p>
      涉及 <strong>{companies}</strong> 家公司的 <strong>{roles}</strong> 个角色，<strong>{people}</strong>{' '}
      人会立即失去它。
    </p>
  )

/** What deleting an element takes with it. */
export const ElementRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ElementRow>) => (
  <RemovalQuestion
    title={`删除元素“${elementName(row)}”？`}
    remove={elementsContract.remove}
    id={row.id}
    onSaved={onSaved}
    onClosed={onClosed}
  >
    {({ unbound, apis, ...holders }) => (
      <>
        <Losers {...holders} />
        {apis > 0 && <p>它打开的 {apis} 个接口会解除绑定。</p>}
        <Codes label="其中以下接口没有别的元素可以打开，将拒绝所有人：" codes={unbound} />
      </>
    )}
  </RemovalQuestion>
)

/** What deleting an API takes with it. */
export const ApiRemoval = ({ row, onSaved, onClosed }: RowDrawerProps<ApiRow>) => (
  <RemovalQuestion
    title={`删除接口“${addressOf(row)}”？`}
    remove={apisContract.remove}
    id={row.id}
    onSaved={onSaved}
    onClosed={onClosed}
  >
    {({ elems, ...holders }) => (
      <>
        <Losers {...holders} />
        <Codes label="会从以下元素解除绑定：" codes={elems} />
      </>
    )}
  </RemovalQuestion>
)
