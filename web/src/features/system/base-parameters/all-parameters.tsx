import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { lazy, type ReactNode } from 'react'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ParameterForm } from './parameter-form.tsx'
import { ParameterTags, ParameterValue } from './parameter-value.tsx'
import { kindLabels, kindOptions, parameterName } from './parameter-words.ts'
import { SecretForm } from './secret-form.tsx'
import './base-parameters.css'

const originOptions = [
  { value: 'true', label: t('内置') },
  { value: 'false', label: t('自定义') },
]

const HistoryDrawer = lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer }))

/** All parameters as a list, built-in and added ones. `tools`: buttons beside its own. */
export const AllParameters = ({ tools }: { tools?: ReactNode }) => (
  <ListPage
    contract={baseParametersContract}
    texts={{
      noun: t('基础参数'),
      purpose: t('基础参数是平台和业务系统读取的设置，例如系统标题、登录规则和第三方密钥。'),
      searchHint: t('编码、名称、描述'),
      rowName: parameterName,
    }}
    columns={[
      {
        field: 'code',
        title: t('编码'),
        width: 180,
        show: (code, { builtin }) => (
          <span className="parameter-code">
            <EllipsisText mono>{code}</EllipsisText>
            {builtin && <Tag>{t('内置')}</Tag>}
          </span>
        ),
      },
      { field: 'name', title: t('名称') },
      { field: 'value', title: t('参数值'), show: (_value, row) => <ParameterValue {...row} /> },
      { field: 'kind', title: t('类型'), width: 76, show: (kind) => <Tag>{kindLabels[kind]}</Tag> },
      { field: 'tags', title: t('其他参数'), width: 96, show: (_tags, row) => <ParameterTags {...row} /> },
      { field: 'desc', title: t('描述') },
      { field: 'createTime', title: t('创建时间'), width: 164, show: (at) => <Time at={at} /> },
    ]}
    filters={[
      { kind: 'select', name: 'kind', label: t('类型'), options: kindOptions },
      { kind: 'select', name: 'builtin', label: t('来源'), options: originOptions },
    ]}
    actions={{
      row: [
        { label: t('查看历史'), endpoint: baseParametersContract.history, drawer: HistoryDrawer },
        {
          label: t('更新密钥'),
          endpoint: baseParametersContract.writeSecret,
          when: ({ kind }) => kind === 'secret',
          drawer: SecretForm,
        },
      ],
      timeline: 'baseParameter',
      export: baseParametersContract.exportParameters,
      removable: ({ builtin }) => !builtin,
      tools: (
        <>
          {tools}
          <ImportButton entity="baseParameter" contract={baseParametersContract} />
        </>
      ),
    }}
    form={ParameterForm}
  />
)
