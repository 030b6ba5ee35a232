import { type PlanRow, plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { CeilingDrawer } from './ceiling-drawer.tsx'
import { PlanForm } from './plan-form.tsx'
import { planStatusNames } from './plan-words.ts'
import './plans.css'

const { ceiling, list, create, update, remove } = plansContract
const statusOptions = ([1, 0] as const).map((value) => ({ value: String(value), label: planStatusNames[value] }))
const isRemovable = ({ builtin, companies }: PlanRow) => !builtin && companies === 0

/** Plans: the ceilings and quotas of companies. `acts`: what other features do with one. */
export const PlansPage = ({ acts }: { acts: readonly RowAction<PlanRow>[] }) => (
  <ListPage
    contract={{ list, create, update, remove }}
    texts={{
      noun: t('套餐'),
      purpose: t('套餐决定公司可用的菜单、权限和用户数上限。新增并设置权限范围后，即可供公司选用。'),
      searchHint: t('名称、编码'),
      rowName: ({ name }) => name,
      removal: () => t('删除后不能恢复。'),
    }}
    columns={[
      {
        field: 'name',
        title: t('套餐'),
        width: 200,
        show: (name, { builtin }) => (
          <span className="plan-name">
            <EllipsisText>{name}</EllipsisText>
            {builtin && <Tag tone="accent">{t('内置')}</Tag>}
          </span>
        ),
      },
      { field: 'code', title: t('编码'), width: 128, show: (code) => <code>{code}</code> },
      {
        field: 'status',
        title: t('状态'),
        width: 80,
        show: (status) => <Tag tone={status === 1 ? 'good' : 'plain'}>{planStatusNames[status]}</Tag>,
      },
      { field: 'companies', title: t('租户', { context: 'plural' }), width: 72, alignRight: true },
      { field: 'mostUsers', title: t('用户数上限'), width: 104, alignRight: true, show: (most) => most ?? t('不限') },
      { field: 'elems', title: t('权限点', { context: 'plural' }), width: 72, alignRight: true },
      { field: 'menus', title: t('菜单', { context: 'plural' }), width: 72, alignRight: true },
      { field: 'desc', title: t('描述') },
    ]}
    filters={[{ kind: 'select', name: 'status', label: t('状态'), options: statusOptions }]}
    actions={{
      row: [{ label: t('设置权限'), endpoint: ceiling, drawer: CeilingDrawer }, ...acts],
      timeline: 'plan',
      removable: isRemovable,
    }}
    form={PlanForm}
  />
)
