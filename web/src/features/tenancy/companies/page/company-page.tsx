import {
  type CompanyDetail,
  companiesContract,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Building2 } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { RowComments, useCommentsTab } from '../../../../kernel/comments/row-comments.tsx'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import type { RowAction } from '../../../../kernel/listing/use-row-actions.ts'
import { type MoreTab, MoreTabContent, useMoreTabs } from '../../../../kernel/page/more-tabs.tsx'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../../kernel/tags/row-tags.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { useOwnCompany } from '../../../../shared/entry/use-own-company.ts'
import { ObjectCard, ObjectIcon, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import type { RowAction as ShownAction } from '../../../../ui/row-actions.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { t } from '../../../../ui/texts.ts'
import { tenantReads } from '../../tenants/public/tenant-reads.ts'
import { changeActions } from '../company-actions.ts'
import { CompanyState } from '../company-cells.tsx'
import { CompanyEditForm } from '../company-edit-form.tsx'
import type { CompanySummary } from '../company-summary.ts'
import { SubsidiariesTab } from '../subsidiaries-tab.tsx'
import { companyFigures } from './company-figures.tsx'
import { CompanyOverview } from './company-overview.tsx'

const { get, update } = companiesContract
const noun = t('公司')
type Tab = 'overview' | 'tenant' | 'subsidiaries' | 'comments' | 'timeline' | MoreTab['key']

const acts: readonly RowAction<CompanySummary>[] = [
  { label: t('编辑'), endpoint: update, drawer: CompanyEditForm },
  ...changeActions,
]
const refresh = () => Promise.all(tenantReads.map(invalidate))

type CompanyPageProps = {
  /** Shows the tenant of a company. */
  Tenant: ComponentType<{ companyId: string }>
  /** Visits a company; absent for users who may not. */
  enter: ((company: { id: string; name: string }) => void) | undefined
  /** Tabs of modules. */
  moreTabs: readonly MoreTab[]
}

const LoadedCompany = ({ company, Tenant, enter, moreTabs }: CompanyPageProps & { company: CompanyDetail }) => {
  const { id, name, parentName, shortName, code } = company
  usePageTitle(name)
  const [toActs, overlays] = useObjectActions(acts, refresh)
  const isOwn = useOwnCompany() === id
  const canSeeTenant = useCan(tenantsContract.tenant)
  const canSeeTimeline = useCanSeeTimelines()
  const more = useMoreTabs(moreTabs)
  const comments = useCommentsTab({ entity: 'company', id: id })
  const tabs: { key: Tab; text: string }[] = [
    { key: 'overview', text: t('概况') },
    ...(canSeeTenant ? [{ key: 'tenant' as const, text: t('租户') }] : []),
    { key: 'subsidiaries', text: t('子公司') },
    ...more,
    comments,
    ...(canSeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const [tab, selectTab] = useAddressTab(tabs, 'overview')
  const entering: ShownAction[] = enter && !isOwn ? [{ label: t('切换'), run: () => enter(company) }] : []
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<ObjectIcon icon={Building2} />}
        name={name}
        state={<CompanyState {...company} />}
        facts={{
          shortName: shortName !== name && shortName,
          code: code && <code>{code}</code>,
          parent: parentName && t('上级公司 {parentName}', { parentName }),
        }}
        tags={<RowTags entity="company" id={id} />}
        acts={[...entering, ...toActs(company)]}
        figures={companyFigures(company)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        {tab === 'overview' && <CompanyOverview company={company} canSeeTenant={canSeeTenant} />}
        {tab === 'tenant' && (
          <ObjectCard>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Tenant companyId={id} />
            </Suspense>
          </ObjectCard>
        )}
        {tab === 'subsidiaries' && (
          <ObjectCard>
            <SubsidiariesTab company={company} />
          </ObjectCard>
        )}
        <MoreTabContent tabs={more} tab={tab} id={id} />
        {tab === 'comments' && (
          <ObjectCard>
            <RowComments entity="company" id={id} />
          </ObjectCard>
        )}
        {tab === 'timeline' && (
          <ObjectCard>
            <RowTimeline entity="company" id={id} />
          </ObjectCard>
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one company. */
export const CompanyPage = (props: CompanyPageProps) => {
  const read = useRead(get, { params: { id: useObjectId() } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(company) => <LoadedCompany company={company} {...props} />}
    </ObjectState>
  )
}
