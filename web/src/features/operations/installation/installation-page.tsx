import {
  type InstallationState,
  installationContract,
} from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { useEffect } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Note } from '../../../ui/note.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { CachesTable } from './caches-table.tsx'
import { DatabaseTables } from './database-tables.tsx'
import { findFaults } from './find-faults.ts'
import { NodesTable } from './nodes-table.tsx'
import { QueuesTable } from './queues-table.tsx'
import { SchedulesTable } from './schedules-table.tsx'
import { StatementsTable } from './statements-table.tsx'
import './installation.css'

const refreshMs = 10_000
const { state } = installationContract

const Faults = ({ faults }: { faults: readonly string[] }) =>
  faults.length === 0 ? (
    <Note tone="good" isLive>
      {t('一切正常')}
    </Note>
  ) : (
    <ul className="installation-faults" aria-label={t('需要处理')}>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )

type Backup = InstallationState['backups'][number] | undefined
const BackupFact = ({ backup, none }: { backup: Backup; none: string }) => {
  if (!backup) return none
  const { name, endTime, problem } = backup
  return (
    <>
      <Time at={endTime} />
      {problem === null ? t('，成功（{name}）', { name }) : t('，失败：{problem}', { problem })}
    </>
  )
}
const findBackup = (backups: InstallationState['backups'], wanted: 'backup' | 'proof') =>
  backups.find(({ kind }) => kind === wanted)

const Overview = ({ version, database, runs, backups, audit, migrations, readTime }: InstallationState) => (
  <section className="installation-part" aria-label={t('概况')}>
    <Facts
      facts={{
        版本: version,
        数据库: t('PostgreSQL {version}，{bytes}，{connections} / {maxConnections} 个连接', {
          version: database.version,
          bytes: formatBytes(database.bytes),
          connections: database.connections,
          maxConnections: database.maxConnections,
        }),
        任务: t('排队 {queued}，进行中 {running}，已暂停 {paused}，一天内失败 {failed}', {
          queued: runs.queued,
          running: runs.running,
          paused: runs.paused,
          failed: runs.failed,
        }),
        备份: <BackupFact backup={findBackup(backups, 'backup')} none={t('尚无备份')} />,
        备份验证: <BackupFact backup={findBackup(backups, 'proof')} none={t('尚未验证')} />,
        审计: (
          <>
            {t('{rows} 条记录，', { rows: numberText(audit.rows) })}
            {audit.archivedRows > 0 &&
              t('其中 {archivedRows} 条已归档，', { archivedRows: numberText(audit.archivedRows) })}
            {audit.checkpointTime === null ? t('尚无检查点') : t('最近的检查点 ')}
            {audit.checkpointTime && <Time at={audit.checkpointTime} />}
          </>
        ),
        迁移: t('已执行 {done} 个{value}', {
          done: migrations.done,
          value: migrations.newest ? t('，最近的是 {name}', { name: migrations.newest.name }) : '',
        }),
        更新时间: <Time at={readTime} />,
      }}
    />
  </section>
)

/**
 * The whole installation as its operator sees it, read again every ten seconds. What was read last stays when that fails,
 * with the failure in place of what was found in it.
 */
export const InstallationPage = () => {
  const read = useRead(state, {}, { staleTime: 0, toasts: false })
  const { error, refetch } = read
  useEffect(() => {
    const timer = setInterval(() => void invalidate(state), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <ReadState read={read}>
      {(data) => (
        <div className="installation">
          {error instanceof CallError ? (
            <FailureBlock failure={error} onRetry={() => void refetch()} />
          ) : (
            <Faults faults={findFaults(data)} />
          )}
          <Overview {...data} />
          <NodesTable nodes={data.nodes} />
          <QueuesTable queues={data.queues} />
          <SchedulesTable schedules={data.schedules} />
          <DatabaseTables tables={data.largestTables} />
          <StatementsTable statements={data.statements} />
          <CachesTable nodes={data.nodes} />
        </div>
      )}
    </ReadState>
  )
}
