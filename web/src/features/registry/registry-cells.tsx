import type { ApiRow, ElementRow } from '@atrium/contract/features/registry/registry.contract.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { riskTones } from '../../ui/risk-words.ts'
import { Tag } from '../../ui/tag.tsx'
import { authNames, riskNames, stateNames } from './registry-words.ts'
import './registry.css'

const stateTones = { active: 'good', new: 'accent', changed: 'accent', missing: 'warn', deprecated: 'warn' } as const

/** How a row stands to the code, and whether somebody added it. */
export const RowState = ({ state, origin }: Pick<ApiRow, 'state' | 'origin'>) => (
  <span className="registry-tags">
    <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
    {origin === 'custom' && <Tag>自定义</Tag>}
  </span>
)

export const RiskTag = ({ risk }: Pick<ElementRow, 'risk'>) => <Tag tone={riskTones[risk]}>{riskNames[risk]}</Tag>

/** A name with the code that stands for it below. */
export const NameAndCode = ({ name, code }: { name: string; code: string }) => (
  <span className="registry-name">
    <EllipsisText>{name}</EllipsisText>
    <EllipsisText mono>{code}</EllipsisText>
  </span>
)

/** What an API is called, and its address: the method apart from the path. */
export const NameAndAddress = ({ name, method, path }: Pick<ApiRow, 'name' | 'method' | 'path'>) => (
  <span className="registry-name">
    <EllipsisText>{name}</EllipsisText>
    <span className="registry-address">
      <span className="registry-method">{method}</span>
      <EllipsisText mono>{path}</EllipsisText>
    </span>
  </span>
)

type Marked = Pick<ApiRow, 'state' | 'origin' | 'mode' | 'mfa' | 'audit' | 'declaredAudit'>
/** How an API stands to the code, whether its rule is only observed, and what is asked and written down of its calls. */
export const ApiState = ({ mode, mfa, audit, declaredAudit, ...row }: Marked) => (
  <span className="registry-tags">
    <RowState {...row} />
    {mode === 'observe' && <Tag tone="accent">观察中</Tag>}
    {mfa && <Tag tone="accent">验证身份</Tag>}
    {audit !== declaredAudit && <Tag tone="accent">审计</Tag>}
  </span>
)

/** Who may call an API: the elements that open it; one that nothing opens says so. */
export const OpenTo = ({ elems, unbound, auth }: Pick<ApiRow, 'elems' | 'unbound' | 'auth'>) => {
  if (unbound) return <Tag tone="warn">未绑定</Tag>
  if (auth !== 'perm') return authNames[auth]
  return <NameAndCode name={authNames.perm} code={elems.join('、')} />
}
