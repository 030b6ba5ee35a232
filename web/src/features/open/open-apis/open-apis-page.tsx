import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type { ReactNode } from 'react'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { changeActions, isServed } from './open-api-actions.ts'
import { OpenApiForm } from './open-api-form.tsx'
import { apiLabels } from './open-api-words.ts'
import { CallCount, FailureShare } from './public/call-cells.tsx'
import { addressText, apiKindNames, apiStateNames, apiStateTones, toOptions } from './public/open-words.ts'
import './public/open.css'
import './open-apis.css'

const { list, get, create, update, remove } = openApisContract
/** The platform's catalogue of open APIs. */
export const OpenApisPage = ({ tools }: { tools: ReactNode }) => (
  <ListPage
    contract={{ list, create, update, remove }}
    texts={{
      noun: t('开放接口'),
      purpose: t('开放接口供外部程序调用，可对应平台的内部接口，或转发至业务系统。上线后授权给应用即可调用。'),
      searchHint: t('名称、编码、路径'),
      rowName: ({ name }) => name,
      removal: () => t('删除后不能恢复。'),
    }}
    columns={[
      { field: 'name', title: apiLabels.name, leastWidth: 140 },
      {
        field: 'status',
        title: t('状态'),
        width: 80,
        show: (status, { sunset }) => (
          <span title={sunset ? t('{sunset} 停用', { sunset: formatMoment(sunset) }) : undefined}>
            <Tag tone={apiStateTones[status]}>{apiStateNames[status]}</Tag>
          </span>
        ),
      },
      {
        field: 'path',
        title: apiLabels.path,
        leastWidth: 220,
        show: (_path, row) => (
          <span className="open-address">
            <EllipsisText>{addressText(row)}</EllipsisText>
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
      { field: 'apps', title: t('应用', { context: 'plural' }), width: 64, alignRight: true },
      { field: 'kind', title: apiLabels.kind, width: 88, show: (kind) => apiKindNames[kind] },
      { field: 'category', title: apiLabels.category, width: 88 },
      { field: 'code', title: apiLabels.code, width: 128, show: (code) => <code>{code}</code> },
    ]}
    filters={[
      { kind: 'select', name: 'status', label: t('状态'), options: toOptions(apiStateNames) },
      { kind: 'select', name: 'kind', label: t('类型'), options: toOptions(apiKindNames) },
      { kind: 'text', name: 'category', label: t('分类') },
    ]}
    actions={{
      tools,
      row: [{ label: t('详情'), endpoint: get, page: ({ id }) => id }, ...changeActions],
      timeline: 'openApi',
      removable: (row) => !isServed(row) && row.apps === 0,
    }}
    form={OpenApiForm}
  />
)
