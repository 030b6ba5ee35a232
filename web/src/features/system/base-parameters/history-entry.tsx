import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ChangeList } from './change-list.tsx'
import { changesIn, type ParameterVersion } from './version-changes.ts'

type HistoryEntryProps = {
  version: ParameterVersion
  before: ParameterVersion | undefined
  isCurrent: boolean
  isOpenFirst: boolean
  onRevert: (() => void) | undefined
}

const summarize = ({ version, kind }: ParameterVersion, labels: readonly string[]) => {
  if (version === 1) return t('创建', { context: 'past' })
  if (labels.length > 0) return t('修改了{labels}', { labels: listText(labels) })
  return kind === 'secret' ? t('更新了密钥值') : t('内容没有变化')
}

/** A version with number, time, author and changes. */
export const HistoryEntry = ({ version, before, isCurrent, isOpenFirst, onRevert }: HistoryEntryProps) => {
  const changes = changesIn(version, before)
  return (
    <li className="parameter-version">
      <details open={isOpenFirst}>
        <summary>
          <span className="parameter-version-number">{t('版本 {version}', { version: version.version })}</span>
          {isCurrent && <Tag tone="good">{t('当前')}</Tag>}
          <span className="parameter-version-summary">
            {summarize(
              version,
              changes.map(({ label }) => label),
            )}
          </span>
          <span className="parameter-version-who">
            <Time at={version.updateTime} /> · {version.updateBy.name}
          </span>
        </summary>
        <ChangeList changes={changes} />
        {onRevert && (
          <div className="parameter-version-foot">
            <Button onClick={onRevert}>{t('恢复到此版本')}</Button>
          </div>
        )}
      </details>
    </li>
  )
}
