import { listText } from '@atrium/contract/kernel/list-text.ts'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../../../ui/button.tsx'
import { Tag } from '../../../../../ui/tag.tsx'
import { t } from '../../../../../ui/texts.ts'
import type { GrantTreeProps } from '../../grant-tree/grant-tree.tsx'
import { useTicks } from '../../grant-tree/use-ticks.ts'
import { findNewRisks, findWarnings } from '../../grant-tree/warnings.ts'
import { locate } from './tree-view.ts'

type GrantWarningsProps = Pick<GrantTreeProps, 'branches' | 'store' | 'view'> & {
  /** Called before a row is shown. */
  onLocate?: () => void
}

/** Grants of no use, each with the way to its row and what mends it. */
export const GrantWarnings = ({ branches, store, view, onLocate }: GrantWarningsProps) => {
  const warnings = findWarnings(branches, useTicks(store))
  return (
    warnings.length > 0 && (
      <ul className="grant-warnings" aria-label={t('授权提示')}>
        {warnings.map(({ text, detail, target, fix }) => (
          <li key={target}>
            <TriangleAlert size={16} aria-hidden="true" />
            <span title={detail}>{text}</span>
            <Button
              look="link"
              onClick={() => {
                onLocate?.()
                locate(view, branches, target)
              }}
            >
              {t('定位')}
            </Button>
            {fix && <Button onClick={() => store.getState().tick(fix.kind, fix.ids, true)}>{t('一并勾选')}</Button>}
          </li>
        ))}
      </ul>
    )
  )
}

const shownNames = 2
/** Elements of high risk that are about to be granted. */
export const NewRisks = ({ branches, store }: Pick<GrantTreeProps, 'branches' | 'store'>) => {
  const names = findNewRisks(branches, useTicks(store))
  const [count, shown] = [names.length, listText(names.slice(0, shownNames))]
  return (
    names.length > 0 && (
      <span title={names.join('\n')}>
        <Tag tone="danger">
          {count > shownNames
            ? t('含 {count} 项高风险：{shown} 等', { count, shown })
            : t('含 {count} 项高风险：{shown}', { count, shown })}
        </Tag>
      </span>
    )
  )
}
