import {
  CrudForm,
  DateField,
  DictSelectField,
  findOptions,
  findOrganizations,
  findPeople,
  type ListFormProps,
  SearchSelectField,
  TextAreaField,
  TextField,
  t,
} from '@atrium/kit/web'
import { categoriesContract } from '../categories/categories.contract.ts'
import { type AssetCreate, type AssetRow, assetsContract } from './assets.contract.ts'

export const noun = t('资产')
export const labels = {
  name: t('资产名称'),
  category: t('资产分类'),
  price: t('购入价格（元）'),
  boughtOn: t('购入日期'),
  state: t('状态'),
  keeper: t('保管人'),
  org: t('所属组织'),
  location: t('存放地点'),
  note: t('备注'),
} as const

export const findCategories = findOptions(categoriesContract.options)

/** Adds and edits assets. Another keeper is a hand-over, so that only new ones are given one here. */
export const AssetForm = (props: ListFormProps<AssetRow>) => (
  <CrudForm
    contract={assetsContract}
    noun={noun}
    labels={labels}
    initial={{
      name: '',
      category: '',
      price: '',
      boughtOn: '',
      state: 'idle',
      keeper: null,
      org: null,
      location: '',
      note: '',
    }}
    toValues={({ category, org }) => ({ category: category.id, org: org?.id ?? null })}
    {...props}
  >
    <TextField<AssetCreate> name="name" maxLength={60} />
    <SearchSelectField<AssetCreate> name="category" find={findCategories} />
    <TextField<AssetCreate> name="price" maxLength={16} />
    <DateField<AssetCreate> name="boughtOn" />
    <DictSelectField<AssetCreate> name="state" group="assetState" />
    {!props.row && <SearchSelectField<AssetCreate> name="keeper" find={findPeople} />}
    <SearchSelectField<AssetCreate> name="org" find={findOrganizations()} />
    <TextField<AssetCreate> name="location" maxLength={60} />
    <TextAreaField<AssetCreate> name="note" maxLength={500} />
  </CrudForm>
)
