import {
  CrudForm,
  ImportButton,
  type ListFormProps,
  ListPage,
  SwitchField,
  Tag,
  TextAreaField,
  TextField,
  t,
} from '@atrium/kit/web'
import { useState } from 'react'
import { type StockItemCreate, type StockItemRow, stockItemsContract } from './stock-items.contract.ts'
import type { StockResult } from './stock-items.sheet.ts'
import { type StocktakingRow, stocktakingsContract } from './stocktakings.contract.ts'

const noun = t('盘点明细')
const labels = {
  number: t('资产编号'),
  name: t('资产名称'),
  found: t('是否找到'),
  foundLocation: t('实际地点'),
  note: t('备注'),
} as const
export const stockResultTexts = [
  { value: 'uncounted', label: t('未盘') },
  { value: 'matched', label: t('相符') },
  { value: 'moved', label: t('位置不符') },
  { value: 'missing', label: t('盘亏') },
  { value: 'unexpected', label: t('盘盈') },
] as const satisfies readonly { value: StockResult; label: string }[]
const tones = { uncounted: 'plain', matched: 'good', moved: 'warn', missing: 'danger', unexpected: 'accent' } as const

const Result = ({ result }: { result: StockResult }) => (
  <Tag tone={tones[result]}>{stockResultTexts.find(({ value }) => value === result)?.label ?? ''}</Tag>
)

const itemForm = (stocktaking: string) => (props: ListFormProps<StockItemRow>) => (
  <CrudForm
    contract={stockItemsContract}
    noun={t('盘盈资产')}
    labels={labels}
    initial={{ stocktaking, number: '', name: '', found: true, foundLocation: '', note: '' }}
    invalidates={[stockItemsContract.list, stocktakingsContract.get, stocktakingsContract.list]}
    {...props}
  >
    {props.row ? (
      <SwitchField<StockItemCreate> name="found" />
    ) : (
      <>
        <TextField<StockItemCreate> name="number" maxLength={30} />
        <TextField<StockItemCreate> name="name" maxLength={60} />
      </>
    )}
    <TextField<StockItemCreate> name="foundLocation" maxLength={60} />
    <TextAreaField<StockItemCreate> name="note" maxLength={200} />
  </CrudForm>
)

/** What was expected and found in a stock-taking. */
export const StockItems = ({ stocktaking: { number, closeTime } }: { stocktaking: StocktakingRow }) => {
  const [form] = useState(() => itemForm(number))
  const isOpen = closeTime === null
  return (
    <ListPage
      contract={stockItemsContract}
      texts={{
        noun,
        purpose: t('该组织没有应盘资产。'),
        searchHint: t('资产编号、名称、地点'),
        verbs: { add: t('登记盘盈') },
        rowName: ({ name }) => name,
      }}
      filters={[{ kind: 'select', name: 'result', label: t('结果'), options: stockResultTexts, quick: true }]}
      columns={[
        { field: 'name', title: labels.name },
        { field: 'number', title: labels.number, width: 152, place: 'sub' },
        { field: 'result', title: t('结果'), width: 104, place: 'state', show: (result) => <Result result={result} /> },
        { field: 'location', title: t('登记地点'), width: 160 },
        { field: 'foundLocation', title: labels.foundLocation, width: 160 },
        { field: 'note', title: labels.note, width: 200, rank: -1 },
      ]}
      rows={{ within: { stocktaking: number } }}
      actions={{
        editable: () => isOpen,
        removable: ({ result }) => isOpen && result === 'unexpected',
        export: stockItemsContract.exportItems,
        ...(isOpen && { tools: <ImportButton entity="assetStockItem" contract={stockItemsContract} /> }),
      }}
      {...(isOpen && { form })}
    />
  )
}
