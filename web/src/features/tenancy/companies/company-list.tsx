import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { type CompanyRow, companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { stateNames, tenantStateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import { nearShare } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { tenantStates } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ListPage, type ListSelection } from '../../../kernel/listing/list-page.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useCustomList } from '../../system/custom-fields/public/custom-list.tsx'
import { findPlans } from '../plans/public/find-plans.ts'
import { changeActions } from './company-actions.ts'
import { companyBulkActions } from './company-bulk-actions.tsx'
import { CompanyState, CompanyUsers, ExpiryDay } from './company-cells.tsx'
import { CompanyForm } from './company-form.tsx'
import { findCompanies } from './find-companies.ts'
import '../tenants/public/tenancy.css'

const { list, exportCompanies, get, create, update } = companiesContract
const findParents = findCompanies()

const columns: readonly Column<CompanyRow>[] = [
  { field: 'name', title: t('公司'), leastWidth: 208 },
  { field: 'status', title: t('状态'), width: 76, show: (_status, row) => <CompanyState {...row} /> },
  { field: 'tenant', title: t('套餐'), width: 80, rank: -2, show: ({ planName }) => planName },
  {
    field: 'tenantUsers',
    title: t('用户', { context: 'plural' }),
    width: 120,
    show: (_used, row) => <CompanyUsers {...row} />,
  },
  {
    field: 'tenant',
    key: 'expireTime',
    title: t('到期'),
    width: 96,
    show: ({ expireTime }) => <ExpiryDay at={expireTime} />,
  },
  { field: 'adminName', title: t('管理员'), width: 104, rank: -2 },
  { field: 'code', title: t('编码'), width: 96, rank: -3 },
  { field: 'shortName', title: t('简称'), width: 96, rank: -3 },
  { field: 'parentName', title: t('上级公司'), width: 180, rank: -3 },
  { field: 'createTime', title: t('创建时间'), width: 168, rank: -3, show: (at) => <Time at={at} /> },
]

const stateOptions = [
  { value: '1', label: t(stateNames[1]) },
  { value: '2', label: t('锁定', { context: 'state' }) },
]
const tenantOptions = tenantStates.map((value) => ({ value, label: t(tenantStateNames[value]) }))
const expireOptions = [
  { value: '0', label: t('已到期') },
  { value: '7', label: t('7 天内到期') },
  { value: '30', label: t('30 天内到期') },
  { value: '90', label: t('90 天内到期') },
]

const usageOptions = [
  { value: 'full', label: t('用量已达上限') },
  { value: 'near', label: t('用量达 {nearShare}%', { nearShare: nearShare * 100 }) },
]

type CompanyListProps = {
  /** The selected company is shown beside the list. */
  selection: ListSelection<CompanyRow> | undefined
  /** Visits a company; absent for users who may not. */
  enter: ((company: CompanyRow) => void) | undefined
}

/** The companies of the platform, with row actions. */
export const CompanyList = ({ selection, enter }: CompanyListProps) => (
  <ListPage
    contract={{ list, create, update }}
    texts={{
      noun: t('公司'),
      purpose: t('公司是使用平台的客户单位。新增公司时同时开通管理员和套餐，管理员登录后可自行维护用户和角色。'),
      searchHint: t('名称、简称、编码、信用代码'),
      rowName: ({ name }) => name,
    }}
    columns={columns}
    filters={[
      { kind: 'select', name: 'state', label: t('租户状态'), options: tenantOptions, quick: true },
      { kind: 'remoteSelect', name: 'planId', label: t('套餐'), find: findPlans, quick: true },
      { kind: 'select', name: 'status', label: t('公司状态'), options: stateOptions },
      { kind: 'select', name: 'expire', label: t('到期'), options: expireOptions },
      { kind: 'select', name: 'usage', label: t('用量'), options: usageOptions },
      { kind: 'remoteSelect', name: 'parent', label: t('上级公司'), find: findParents },
      { kind: 'dateTimeRange', name: 'expireTime', label: t('到期时间') },
    ]}
    custom={useCustomList('company')}
    actions={{
      row: [
        ...(enter ? [{ label: t('切换'), endpoint: switchingContract.switch, run: enter }] : []),
        ...changeActions,
        { label: t('详情'), endpoint: get, page: ({ id }) => id },
      ],
      batch: companyBulkActions,
      export: exportCompanies,
    }}
    form={CompanyForm}
    selection={selection}
  />
)
