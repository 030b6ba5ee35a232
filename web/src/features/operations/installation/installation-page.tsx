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
import { Time } from '../../../ui/time.tsx'
import { CachesTable } from './caches-table.tsx'
import { DatabaseTables } from './database-tables.tsx'
import { findFaults } from './find-faults.ts'
import { numberText } from './installation-words.ts'
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
      一切正常
    </Note>
  ) : (
    <ul className="installation-faults" aria-label="需要处理">
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
      {problem === null ? `，成功（${name}）` : `，失败：${problem}`}
    </>
  )
}
const findBackup = (backups: InstallationState['backups'], wanted: 'backup' | 'proof') =>
  backups.find(({ kind }) => kind === wanted)

const Overview = ({ version, database, runs, backups, audit, migrations, readTime }: InstallationState) => (
  <section className="installation-part" aria-label="概况">
    <Facts
      facts={{
        版本: version,
        数据库: `PostgreSQL ${database.version}，${formatBytes(database.bytes)}，${database.connections} / ${database.maxConnections} 个连接`,
        任务: `排队 ${runs.queued}，进行中 ${runs.running}，已暂停 ${runs.paused}，一天内失败 ${runs.failed}`,
        备份: <BackupFact backup={findBackup(backups, 'backup')} none="尚无备份" />,
        备份验证: <BackupFact backup={findBackup(backups, 'proof')} none="尚未验证" />,
        审计: (
          <>
            {`${numberText(audit.rows)} 条记录，`}
            {audit.archivedRows > 0 && `其中 ${numberText(audit.archivedRows)} 条已归档，`}
            {audit.checkpointTime === null ? '尚无检查点' : '最近的检查点 '}
            {audit.checkpointTime && <Time at={audit.checkpointTime} />}
          </>
        ),
        迁移: `已执行 ${migrations.done} 个${migrations.newest ? `，最近的是 ${migrations.newest.name}` : ''}`,
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
