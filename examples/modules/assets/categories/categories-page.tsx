import { CrudForm, type ListFormProps, ListPage, NumberField, TextField, t } from '@atrium/kit/web'
import { type CategoryRow, type CategoryWrite, categoriesContract } from './categories.contract.ts'

const noun = t('资产分类')
const labels = {
  name: t('分类名称'),
  code: t('编码'),
  months: t('使用月数'),
  residualPercent: t('残值率（%）'),
} as const

const CategoryForm = (props: ListFormProps<CategoryRow>) => (
  <CrudForm
    contract={categoriesContract}
    noun={noun}
    labels={labels}
    initial={{ name: '', code: '', months: 36, residualPercent: 5 }}
    {...props}
  >
    <TextField<CategoryWrite> name="name" maxLength={60} />
    <TextField<CategoryWrite> name="code" maxLength={30} />
    <NumberField<CategoryWrite> name="months" help={t('从购入的次月起，按月平均折旧')} />
    <NumberField<CategoryWrite> name="residualPercent" help={t('折旧完毕后保留的价值占购入价格的百分比')} />
  </CrudForm>
)

/** Categories of assets. */
export const CategoriesPage = () => (
  <ListPage
    contract={categoriesContract}
    texts={{
      noun,
      purpose: t('资产按分类折旧，例如电脑、车辆、家具。'),
      searchHint: t('分类名称、编码'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: labels.name },
      { field: 'code', title: labels.code, width: 160 },
      { field: 'months', title: labels.months, width: 140, alignRight: true },
      { field: 'residualPercent', title: labels.residualPercent, width: 140, alignRight: true },
    ]}
    actions={{ timeline: 'assetCategory' }}
    form={CategoryForm}
  />
)
