import { DictTag, findOrganizations, findPeople, ImportButton, ListPage, moneyText, t } from '@atrium/kit/web'
import { LabelsDrawer } from '../labels/labels-drawer.tsx'
import { assetActs } from './asset-acts.ts'
import { AssetForm, findCategories, labels, noun } from './asset-form.tsx'
import { assetsContract } from './assets.contract.ts'

/** The assets that the caller sees. */
export const AssetsPage = () => (
  <ListPage
    contract={assetsContract}
    texts={{
      noun,
      purpose: t('登记公司的资产，记录由谁保管、在哪里、还值多少。'),
      searchHint: t('资产名称、编号、存放地点'),
      rowName: ({ name }) => name,
    }}
    filters={[
      { kind: 'remoteSelect', name: 'category', label: labels.category, find: findCategories },
      { kind: 'remoteSelect', name: 'keeper', label: labels.keeper, find: findPeople },
      { kind: 'remoteSelect', name: 'org', label: labels.org, find: findOrganizations() },
    ]}
    columns={[
      { field: 'name', title: labels.name },
      { field: 'number', title: t('资产编号'), width: 152, place: 'sub' },
      { field: 'category', title: labels.category, width: 112, show: ({ name }) => name },
      { field: 'state', title: labels.state, width: 88, show: (state) => <DictTag group="assetState" code={state} /> },
      { field: 'keeper', title: labels.keeper, width: 104, show: (keeper) => keeper?.name },
      { field: 'org', title: labels.org, width: 128, rank: -1, show: (org) => org?.name },
      { field: 'location', title: labels.location, width: 128, rank: -1 },
      {
        field: 'price',
        title: labels.price,
        width: 136,
        alignRight: true,
        rank: -1,
        show: (price) => moneyText(price),
      },
      { field: 'netValue', title: t('净值（元）'), width: 120, alignRight: true, show: (value) => moneyText(value) },
      { field: 'boughtOn', title: labels.boughtOn, width: 112, rank: -1 },
    ]}
    actions={{
      row: [{ label: t('详情'), endpoint: assetsContract.get, page: ({ id }) => id }, ...assetActs],
      batch: [{ label: t('打印标签'), endpoint: assetsContract.get, drawer: LabelsDrawer }],
      editable: ({ state }) => state !== 'scrapped',
      timeline: 'asset',
      export: assetsContract.exportAssets,
      tools: <ImportButton entity="asset" contract={assetsContract} />,
    }}
    form={AssetForm}
  />
)
