import { type ExcelRow, excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { lazy, useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ExcelForm } from './excel-form.tsx'
import { modeNames, statusNames } from './excel-words.ts'
import { MetaDrawer } from './meta-drawer.tsx'
import './excels.css'

const ImportDrawer = lazy(async () => ({
  default: (await import('../imports/public/import-drawer.tsx')).ImportDrawer,
}))

const { file, entities, meta } = excelsContract
const statusOptions = ([1, 0] as const).map((value) => ({ value: String(value), label: statusNames[value] }))

/** Downloads the workbook of a template; shows nothing itself. */
const Download = ({ row: { id, name }, onClosed }: RowDrawerProps<ExcelRow>) => {
  const start = useEffectEvent(async () => {
    // The call shows its failure.
    const workbook = await call(file, { params: { id } }).catch(() => undefined)
    if (workbook) saveFile(`${name}.xlsx`, workbook)
    onClosed()
  })
  useEffect(() => {
    void start()
  }, [])
  return null
}

const Import = ({ row, onClosed }: RowDrawerProps<ExcelRow>) => <ImportDrawer template={row} onClosed={onClosed} />

/** Templates of workbooks: built-in ones for every kind of data, and those of the company. */
export const ExcelsPage = () => {
  const { data = [] } = useRead(entities, {})
  return (
    <ListPage
      contract={excelsContract}
      texts={{
        noun: t('模板'),
        purpose: t('Excel 模板规定批量导入数据时表格的列和填写要求，下载后填写。'),
        searchHint: t('编码、名称'),
        rowName: ({ name }) => name,
        removal: ({ builtin }) => (builtin ? t('删除后恢复为内置模板，列和设置的修改不保留。') : t('删除后不能恢复。')),
      }}
      columns={[
        {
          field: 'name',
          title: t('模板'),
          leastWidth: 200,
          show: (name, { builtin }) => (
            <span className="excel-name">
              <EllipsisText>{name}</EllipsisText>
              {builtin && <Tag>{t('内置')}</Tag>}
            </span>
          ),
        },
        { field: 'code', title: t('编码'), width: 150 },
        { field: 'entityTitle', title: t('数据'), width: 104 },
        { field: 'mode', title: t('导入方式'), width: 112, show: (mode) => modeNames[mode] },
        { field: 'keyTitles', title: t('匹配字段'), width: 130, show: (titles) => listText(titles) },
        { field: 'columns', title: t('列数'), width: 72, alignRight: true },
        {
          field: 'status',
          title: t('状态'),
          width: 80,
          show: (status) => <Tag tone={status === 1 ? 'good' : 'plain'}>{statusNames[status]}</Tag>,
        },
        { field: 'updateTime', title: t('修改时间'), width: 168, show: (at) => at && <Time at={at} /> },
      ]}
      filters={[
        {
          kind: 'select',
          name: 'entity',
          label: t('数据'),
          options: data.map(({ entity, title }) => ({ value: entity, label: title })),
        },
        { kind: 'select', name: 'status', label: t('状态'), options: statusOptions },
      ]}
      actions={{
        row: [
          { label: t('设置列'), endpoint: meta, drawer: MetaDrawer },
          { label: t('下载模板'), endpoint: file, when: ({ status }) => status === 1, drawer: Download },
          {
            label: t('导入'),
            endpoint: importsContract.uploadImport,
            when: ({ status, importable }) => status === 1 && importable,
            drawer: Import,
          },
        ],
        timeline: 'excel',
        removable: ({ stored }) => stored,
      }}
      form={ExcelForm}
    />
  )
}
