import type { ApiRow, ElementRow } from '@atrium/contract/features/registry/registry.contract.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import { riskNames, stateNames } from './registry-words.ts'
import './registry.css'

const stateTones = { active: 'good', new: 'accent', changed: 'accent', missing: 'warn', deprecated: 'warn' } as const

/** How a row stands to the code, and whether somebody added it. */
export const RowState = ({ state, origin }: Pick<ApiRow, 'state' | 'origin'>) => (
  <span className="registry-tags">
    <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
    {origin === 'custom' && <Tag>自定义</Tag>}
  </span>
)

const riskTones = { low: 'plain', mid: 'accent', high: 'warn' } as const
export const RiskTag = ({ risk }: Pick<ElementRow, 'risk'>) => <Tag tone={riskTones[risk]}>{riskNames[risk]}</Tag>

/** A name with the code that stands for it below. */
export const NameAndCode = ({ name, code }: { name: string; code: string }) => (
  <span className="registry-name">
    <EllipsisText>{name}</EllipsisText>
    <EllipsisText mono>{code}</EllipsisText>
  </span>
)

/** The address of an API: its method apart from its path. */
export const Address = ({ method, path }: Pick<ApiRow, 'method' | 'path'>) => (
  <span className="registry-address">
    <span className="registry-method">{method}</span>
    <EllipsisText mono>{path}</EllipsisText>
  </span>
)

/** The elements that open an API; one that nothing opens says so. */
export const OpenedBy = ({ elems, unbound, auth }: Pick<ApiRow, 'elems' | 'unbound' | 'auth'>) => {
  if (unbound) return <Tag tone="warn">未绑定</Tag>
  if (auth !== 'perm') return <span className="registry-quiet">无需绑定</span>
  return <EllipsisText mono>{elems.join('、')}</EllipsisText>
}
