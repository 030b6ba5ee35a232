import {
  CrudForm,
  findOrganizations,
  type ListFormProps,
  ListPage,
  SearchSelectField,
  Tag,
  TextField,
  Time,
  t,
} from '@atrium/kit/web'
import { type StocktakingRow, type StocktakingWrite, stocktakingsContract } from './stocktakings.contract.ts'

export const noun = t('资产盘点')
const labels = { name: t('盘点名称'), org: t('盘点组织') } as const
const isOpen = ({ closeTime }: StocktakingRow) => closeTime === null

export const StocktakingState = ({ row }: { row: StocktakingRow }) =>
  isOpen(row) ? <Tag tone="accent">{t('盘点中')}</Tag> : <Tag>{t('已结束')}</Tag>

const StocktakingForm = (props: ListFormProps<StocktakingRow>) => (
  <CrudForm contract={stocktakingsContract} noun={noun} labels={labels} initial={{ name: '', org: '' }} {...props}>
    <TextField<StocktakingWrite> name="name" maxLength={60} />
    {!props.row && (
      <SearchSelectField<StocktakingWrite>
        name="org"
        find={findOrganizations()}
        help={t('该组织未报废的资产列为应盘资产')}
      />
    )}
  </CrudForm>
)

/** Stock-takings, the newest first. */
export const StocktakingsPage = () => (
  <ListPage
    contract={stocktakingsContract}
    texts={{
      noun,
      purpose: t('选择组织后列出应盘资产，导出明细填写后导入，得到盘亏、盘盈和位置不符的资产。'),
      searchHint: t('盘点单号、盘点名称'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: labels.name },
      { field: 'number', title: t('盘点单号'), width: 136, place: 'sub' },
      {
        field: 'closeTime',
        title: t('状态'),
        width: 96,
        place: 'state',
        show: (_, row) => <StocktakingState row={row} />,
      },
      { field: 'org', title: labels.org, width: 160, show: (org) => org?.name },
      {
        field: 'counts',
        key: 'uncounted',
        title: t('未盘'),
        width: 80,
        alignRight: true,
        show: ({ uncounted }) => uncounted,
      },
      {
        field: 'counts',
        key: 'differences',
        title: t('差异'),
        width: 80,
        alignRight: true,
        show: ({ missing, moved, unexpected }) => missing + moved + unexpected,
      },
      { field: 'createTime', title: t('开始时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    actions={{
      row: [{ label: t('明细'), endpoint: stocktakingsContract.get, page: ({ id }) => id }],
      editable: isOpen,
      removable: isOpen,
      timeline: 'assetStocktaking',
    }}
    form={StocktakingForm}
  />
)
