import { eventName, moduleName, moduleOptions } from '@atrium/contract/event-words.ts'
import {
  operationLogsContract,
  operationResults,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { FileCheck, ShieldCheck } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ExportDialog } from '../../../kernel/listing/export-dialog.tsx'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import type { RowOf } from '../../../kernel/listing/list-contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { ListHistogram } from '../../../shared/histogram/histogram-slot.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlaceText } from '../../../ui/origin-text.tsx'
import { ShortTraceId } from '../../../ui/short-trace-id.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { actorText } from './actor-text.ts'
import { ArchivedNote } from './archived-note.tsx'
import { OperationDetails } from './operation-details.tsx'
import { OperationResult, resultNames } from './operation-result.tsx'
import { VerifyDialog } from './verify-dialog.tsx'
import './operation-logs.css'

const { operations, operationsHistogram, exportOperations, exportProof, verifyChain } = operationLogsContract

const proof = {
  endpoint: exportProof,
  list: operations,
  noun: t('操作日志证明'),
  description: t(
    '正在导出当前条件下的记录及其证明，最多 1 万条。无需连接数据库即可核对：npm run audit:verify -- --proof 文件名',
  ),
  ending: '.json',
}

const columns: readonly Column<RowOf<typeof operations>>[] = [
  { field: 'time', title: t('时间'), width: 168, show: (at) => <Time at={at} /> },
  { field: 'actor', title: t('用户'), width: 120, show: actorText },
  { field: 'module', title: t('模块'), width: 92, rank: -2, show: (module) => t(moduleName(module)) },
  { field: 'action', title: t('事件'), leastWidth: 124, show: (event) => t(eventName(event)) },
  { field: 'entityName', title: t('对象'), leastWidth: 112 },
  { field: 'ok', title: t('结果'), width: 76, show: (_ok, row) => <OperationResult {...row} /> },
  { field: 'ip', title: t('IP 地址'), width: 148, rank: -2, show: (_ip, row) => <PlaceText {...row} /> },
  { field: 'ms', title: t('耗时'), width: 80, rank: -3, alignRight: true, show: (ms) => `${ms} ms` },
  {
    field: 'traceId',
    title: t('追踪号'),
    width: 96,
    rank: -3,
    show: (traceId) => <ShortTraceId>{traceId}</ShortTraceId>,
  },
]

const filters: readonly FilterOf<typeof operations>[] = [
  {
    kind: 'select',
    name: 'module',
    label: t('模块'),
    options: moduleOptions.map(({ value, label }) => ({ value, label: t(label) })),
  },
  {
    kind: 'select',
    name: 'result',
    label: t('结果'),
    options: operationResults.map((result) => ({ value: result, label: resultNames[result] })),
  },
  { kind: 'text', name: 'ip', label: t('IP 地址') },
  { kind: 'text', name: 'trace', label: t('追踪号') },
  { kind: 'dateTimeRange', name: 'time', label: t('时间') },
]

/** The company's audit log, read-only. */
export const OperationLogsPage = () => {
  const [dialog, open] = useOverlay()
  const [params] = usePageSearch()
  const looksThrough = params.has('search') || params.has('f.ip')
  return (
    <>
      <ListPage
        contract={{ list: operations }}
        texts={{
          noun: t('操作日志'),
          purpose: t('记录每次操作的操作人、时间、来源和变更内容。'),
          searchHint: t('姓名、账号、对象'),
        }}
        columns={columns}
        filters={filters}
        rows={{
          drawing: (list) => <ListHistogram label={t('操作时间分布')} endpoint={operationsHistogram} list={list} />,
        }}
        actions={{
          row: [{ label: t('详情'), endpoint: operations, drawer: OperationDetails }],
          export: exportOperations,
          tools: (
            <>
              <Can endpoint={verifyChain}>
                <Button
                  icon={<ShieldCheck aria-hidden size={14} />}
                  onClick={() => open((onClosed) => <VerifyDialog onClosed={onClosed} />)}
                >
                  {t('校验')}
                </Button>
              </Can>
              <Can endpoint={exportProof}>
                <Button
                  icon={<FileCheck aria-hidden size={14} />}
                  onClick={() => open((onClosed) => <ExportDialog {...proof} onClosed={onClosed} />)}
                >
                  {t('导出证明')}
                </Button>
              </Can>
            </>
          ),
        }}
      />
      {looksThrough && (
        <p className="operation-note">
          {t('按关键词或 IP 地址查找时，仅查所选时间内最新的 10 万条；如需更早的记录，请选择更早的时间。')}
        </p>
      )}
      <ArchivedNote />
      {dialog}
    </>
  )
}
