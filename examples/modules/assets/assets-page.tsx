import { CrudForm, ImportButton, type ListFormProps, ListPage, TextField, Time, t } from '@atrium/kit/web'
import { type AssetRow, type AssetWrite, assetsContract } from './contract.ts'

const noun = t('资产')
const labels = { name: t('资产名称'), code: t('编码') } as const

const AssetForm = (props: ListFormProps<AssetRow>) => (
  <CrudForm contract={assetsContract} noun={noun} labels={labels} initial={{ name: '', code: '' }} {...props}>
    <TextField<AssetWrite> name="name" maxLength={60} />
    <TextField<AssetWrite> name="code" maxLength={30} />
  </CrudForm>
)

/** The assets of a company. */
export const AssetsPage = () => (
  <ListPage
    contract={assetsContract}
    texts={{
      noun,
      purpose: t('公司的资产，例如电脑、车辆。'),
      searchHint: t('名称、编码'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: labels.name },
      { field: 'code', title: labels.code, width: 200 },
      { field: 'createBy', title: t('创建人'), width: 120, show: ({ name }) => name },
      { field: 'createTime', title: t('创建时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    actions={{
      timeline: 'asset',
      export: assetsContract.exportAssets,
      tools: <ImportButton entity="asset" contract={assetsContract} />,
    }}
    form={AssetForm}
  />
)
