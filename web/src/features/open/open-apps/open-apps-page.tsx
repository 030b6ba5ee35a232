import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { useOwnCompany } from '../../../shared/entry/use-own-company.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { useCustomList } from '../../system/custom-fields/public/custom-list.tsx'
import { CallCount, FailureShare } from '../open-apis/public/call-cells.tsx'
import { toOptions } from '../open-apis/public/open-words.ts'
import { changeActions, type IsOwn } from './app-actions.ts'
import { AppForm } from './app-form.tsx'
import { appLabels, kindNames, stateNames, stateTones } from './app-words.ts'
import { CompanyStatsButton } from './company-stats.tsx'
import { AppLogo } from './public/app-logo.tsx'
import '../open-apis/public/open.css'
import './public/open-apps.css'

const { list, get, create, update } = openAppsContract

const columns: readonly Column<OpenAppRow>[] = [
  {
    field: 'name',
    title: appLabels.name,
    leastWidth: 160,
    show: (name, { logo }) => (
      <span className="app-named">
        <AppLogo name={name} logo={logo} small />
        {name}
      </span>
    ),
  },
  {
    field: 'state',
    title: t('状态'),
    width: 80,
    show: (state, { lock: held }) => (
      <span title={held?.reason}>
        <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
      </span>
    ),
  },
  {
    field: 'callsToday',
    title: t('今日调用'),
    width: 88,
    alignRight: true,
    show: (calls) => <CallCount calls={calls} />,
  },
  {
    field: 'errorsToday',
    title: t('未成功率'),
    width: 88,
    alignRight: true,
    show: (errors, { callsToday }) => <FailureShare calls={callsToday} errors={errors} />,
  },
  { field: 'secrets', title: t('密钥', { context: 'plural' }), width: 64, alignRight: true },
  { field: 'apis', title: t('接口', { context: 'plural' }), width: 64, alignRight: true },
  { field: 'owner', title: appLabels.ownerId, width: 96, show: (owner) => owner?.name ?? t('无') },
  { field: 'kind', title: t('类型'), width: 80, show: (kind) => kindNames[kind] },
  {
    field: 'expireTime',
    title: appLabels.expireTime,
    width: 160,
    show: (time) => (time ? formatMoment(time) : <span className="open-quiet">{t('不限')}</span>),
  },
  { field: 'appKey', title: 'AppKey', width: 240, show: (key) => <code>{key}</code> },
]
const companyColumn: Column<OpenAppRow> = {
  field: 'company',
  title: t('公司'),
  leastWidth: 140,
  show: ({ name }) => name,
}
const filters: FilterOf<typeof list>[] = [
  { kind: 'select', name: 'state', label: t('状态'), options: toOptions(stateNames) },
  { kind: 'select', name: 'kind', label: t('类型'), options: toOptions(kindNames) },
]
const companyFilter: FilterOf<typeof list> = {
  kind: 'remoteSelect',
  name: 'company',
  label: t('公司'),
  find: findOptions(companiesContract.options),
}

/** Applications, which call open APIs: those of the company; those of all companies for the operator. */
export const OpenAppsPage = () => {
  const isPlatform = useIsPlatform()
  const canFindCompanies = useCan(companiesContract.options)
  const own = useOwnCompany()
  const isOwn: IsOwn = ({ company }) => company.id === own
  const [name, ...others] = columns
  return (
    <ListPage
      contract={{ list, create, update }}
      texts={{
        noun: t('应用'),
        purpose: t('应用代表一个外部程序。新增密钥并授权接口后，程序即可签名调用开放接口。'),
        searchHint: t('名称、AppKey'),
        rowName: ({ name: text }) => text,
      }}
      columns={isPlatform && name ? [name, companyColumn, ...others] : columns}
      filters={isPlatform && canFindCompanies ? [companyFilter, ...filters] : filters}
      custom={useCustomList('openApp')}
      actions={{
        row: [{ label: t('详情'), endpoint: get, page: ({ id }) => id }, ...changeActions(isOwn)],
        editable: isOwn,
        timeline: 'openApp',
        tools: <CompanyStatsButton />,
      }}
      form={AppForm}
    />
  )
}
