import {
  type BaseParameterRow,
  baseParametersContract,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { affectedBy } from './affected-reads.ts'
import { ChangeList } from './change-list.tsx'
import { HistoryEntry } from './history-entry.tsx'
import { parameterName } from './parameter-words.ts'
import { changesIn, type ParameterVersion } from './version-changes.ts'
import './base-parameters.css'

const { history, revert } = baseParametersContract
const size = 20

/** All versions of a parameter, newest first, with their changes and a way to restore them. */
export const HistoryDrawer = ({ row, onSaved, onClosed }: RowDrawerProps<BaseParameterRow>) => {
  const [open, setOpen] = useState(true)
  const [page, setPage] = useState(1)
  const [ask, question] = useConfirm()
  const params = { id: row.id }
  const newest = useRead(history, { params, query: { page: 1, size } })
  const shown = useRead(history, { params, query: { page, size } })
  const versions = shown.data?.data ?? []
  const total = shown.data?.total ?? 0
  // The last version of a page is compared with the first of the next one.
  const next = useRead(history, { params, query: { page: page * size + 1, size: 1 } }, { enabled: total > page * size })
  const current = newest.data?.data[0]

  const mayRevert = useCan(revert)
  const write = useWrite(revert, { invalidates: affectedBy(row), onDone: () => onSaved(row.id) })
  // Secret values cannot be compared, so a secret may always differ.
  const differs = (version: ParameterVersion) =>
    current !== undefined && (version.kind === 'secret' || changesIn(version, current).length > 0)
  const askToRevert = (version: ParameterVersion) => {
    if (!current) return
    const changes = changesIn(version, current)
    ask({
      title: t('将“{row}”恢复到版本 {version}？', { row: parameterName(row), version: version.version }),
      body: (
        <>
          <p>
            {t('{updateTime} 由{name}保存。恢复将生成新版本，当前内容仍保留在历史中。', {
              updateTime: formatMoment(version.updateTime),
              name: version.updateBy.name,
            })}
          </p>
          <ChangeList changes={changes} />
        </>
      ),
      confirm: t('恢复'),
      wide: true,
      run: () => write.mutateAsync({ params, body: { to: version.version, version: current.version } }),
    })
  }

  return (
    <Drawer
      title={t('历史：{row}', { row: parameterName(row) })}
      width={720}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      {shown.error instanceof CallError && <FailureBlock failure={shown.error} onRetry={() => void shown.refetch()} />}
      <ol className="parameter-history" aria-busy={shown.isFetching}>
        {versions.map((version, at) => (
          <HistoryEntry
            key={version.version}
            version={version}
            before={versions[at + 1] ?? (total > page * size ? next.data?.data[0] : undefined)}
            isCurrent={version.version === current?.version}
            isOpenFirst={at === 0}
            onRevert={
              mayRevert && version.version !== current?.version && differs(version)
                ? () => askToRevert(version)
                : undefined
            }
          />
        ))}
      </ol>
      {total > size && (
        <Pagination page={page} size={size} sizes={[size]} total={total} more={false} onChange={setPage} />
      )}
      {question}
    </Drawer>
  )
}
