import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { ElementRow } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { riskTones } from '../authorization/public/risk-labels.ts'
import { authNames, riskNames, stateNames } from './registry-words.ts'
import './registry.css'

const stateTones = { active: 'good', new: 'accent', changed: 'accent', missing: 'warn', deprecated: 'warn' } as const

/** State of a registry row, and whether it is custom. */
export const RowState = ({ state, origin }: Pick<ApiRow, 'state' | 'origin'>) => (
  <span className="registry-tags">
    <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
    {origin === 'custom' && <Tag>{t('自定义')}</Tag>}
  </span>
)

export const RiskTag = ({ risk }: Pick<ElementRow, 'risk'>) => <Tag tone={riskTones[risk]}>{riskNames[risk]}</Tag>

export const NameAndCode = ({ name, code }: { name: string; code: string }) => (
  <span className="registry-name">
    <EllipsisText>{name}</EllipsisText>
    <EllipsisText mono>{code}</EllipsisText>
  </span>
)

/** Method and path of an API above its name. */
export const NameAndAddress = ({ name, method, path }: Pick<ApiRow, 'name' | 'method' | 'path'>) => (
  <span className="registry-name">
    <span className="registry-address">
      <span className="registry-method" data-method={method}>
        {method}
      </span>
      <EllipsisText mono>{path}</EllipsisText>
    </span>
    <EllipsisText>{name}</EllipsisText>
  </span>
)

type ApiStateProps = Pick<ApiRow, 'state' | 'origin' | 'mode' | 'mfa' | 'audit' | 'declaredAudit'>
/** State of an API, and its observation, reauthentication and added auditing. */
export const ApiState = ({ mode, mfa, audit, declaredAudit, ...row }: ApiStateProps) => (
  <span className="registry-tags">
    <RowState {...row} />
    {mode === 'observe' && <Tag tone="accent">{t('观察中')}</Tag>}
    {mfa && <Tag tone="accent">{t('验证身份')}</Tag>}
    {audit !== declaredAudit && <Tag tone="accent">{t('审计')}</Tag>}
  </span>
)

/** Who can call an API: its elements; unbound APIs are marked. */
export const OpenTo = ({ elems, unbound, auth }: Pick<ApiRow, 'elems' | 'unbound' | 'auth'>) => {
  if (unbound) return <Tag tone="warn">{t('未绑定')}</Tag>
  if (auth !== 'perm') return authNames[auth]
  return <NameAndCode name={authNames.perm} code={listText(elems)} />
}
