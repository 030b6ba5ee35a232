import type { BaseParameterRow } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isChinese, t } from '../../../ui/texts.ts'
import './base-parameters.css'

const Missing = ({ children }: { children: string }) => <span className="parameter-missing">{children}</span>

/** A parameter's value as a table cell. */
export const ParameterValue = ({ kind, value }: Pick<BaseParameterRow, 'kind' | 'value'>) => {
  if (value === null || value === undefined) return <Missing>{t('未设置')}</Missing>
  switch (kind) {
    case 'bool':
      return value === true ? <Tag tone="good">{t('是')}</Tag> : <Tag>{t('否')}</Tag>
    case 'enum':
      return <Tag tone="accent">{String(value)}</Tag>
    case 'json':
      return (
        <EllipsisText mono full={JSON.stringify(value, null, 2)}>
          {JSON.stringify(value)}
        </EllipsisText>
      )
    case 'secret':
      return <span className="parameter-secret">{String(value)}</span>
    case 'number':
      return String(value)
    case 'string':
      return value === '' ? <Missing>{t('空')}</Missing> : <EllipsisText>{String(value)}</EllipsisText>
  }
}

/** Additional parameters of a row, as `name: value` pairs. */
export const ParameterTags = ({ tags }: Pick<BaseParameterRow, 'tags'>) => {
  const pairs = Object.entries(tags).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return pairs.length === 0 ? null : <EllipsisText>{pairs.join(isChinese ? '，' : ', ')}</EllipsisText>
}
