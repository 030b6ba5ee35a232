import { lazy, memo, Suspense } from 'react'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { t } from '../../../ui/texts.ts'
import type { TreeViewStore } from '../../access/authorization/public/grant-tree/tree-view.ts'
import { DataScopeField } from './data-scope-field.tsx'
import { FieldRestrictions } from './field-restrictions.tsx'
import { useGrantDraft } from './grant-draft.ts'
import { HomeField } from './home-field.tsx'
import { RulesField } from './rules-field.tsx'
import type { useRoleTree } from './use-role-tree.ts'
import './grants-tab.css'

const GrantTreePanel = lazy(async () => ({
  default: (await import('../../access/authorization/public/grant-tree/grant-tree-panel.tsx')).GrantTreePanel,
}))

type GrantsTabProps = ReturnType<typeof useRoleTree> & {
  view: TreeViewStore
  /** Why nothing can be changed. */
  readOnlyReason: string | undefined
  /** Show validation errors: saving was attempted. */
  showsErrors: boolean
}

const RiskLegend = () => (
  <ul className="grants-legend" aria-label={t('风险等级')}>
    <li>
      <span className="grant-risk" data-risk="high">
        {t('高')}
      </span>
      {t('可扩大权限，或操作无法恢复')}
    </li>
    <li>
      <span className="grant-risk" data-risk="mid">
        {t('中')}
      </span>
      {t('影响他人的数据或登录')}
    </li>
  </ul>
)

/** Grants of a role on one screen: menus with their elements, and beside them the data scope and the landing page. */
export const GrantsTab = memo((props: GrantsTabProps) => {
  const { menus, modules, branches, view, readOnlyReason, showsErrors } = props
  const draft = useGrantDraft()
  const isReadOnly = readOnlyReason !== undefined
  return (
    <div className="grants">
      <div className="grants-tree">
        <ReadState read={menus}>
          {() => (
            <ReadState read={modules}>
              {() =>
                branches && (
                  <Suspense>
                    <GrantTreePanel store={draft} branches={branches} view={view} isReadOnly={isReadOnly} />
                  </Suspense>
                )
              }
            </ReadState>
          )}
        </ReadState>
      </div>
      <div className="grants-side">
        <section>
          <h3>{t('数据范围')}</h3>
          <DataScopeField readOnlyReason={readOnlyReason} />
        </section>
        <section>
          <h3>{t('数据规则')}</h3>
          <RulesField readOnlyReason={readOnlyReason} showsErrors={showsErrors} />
        </section>
        {branches && <FieldRestrictions branches={branches} view={view} isReadOnly={isReadOnly} />}
        <section>
          <h3>{t('登录后首页')}</h3>
          <ReadState read={menus}>{(found) => <HomeField menus={found} readOnlyReason={readOnlyReason} />}</ReadState>
        </section>
        <RiskLegend />
      </div>
    </div>
  )
})
