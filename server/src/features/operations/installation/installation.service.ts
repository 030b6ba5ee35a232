import type { InstallationState } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { auditActor } from '../../../kernel/audit-actor.ts'
import { auditedCaller } from '../../../kernel/audited-caller.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { queue } from '../../../kernel/jobs/enqueue-job.ts'
import { schedulesRepository } from '../../../kernel/jobs/schedules.repository.ts'
import type { KnownNode } from '../../../kernel/nodes.ts'
import type { Actor, RequestScope } from '../../../kernel/scope.ts'
import { assertPlatformActor } from '../../tenancy/tenants/index.ts'
import { type Installation, readInstallation } from './read-installation.ts'

type Ports = Omit<Parameters<typeof readInstallation>[0], 'version'>
const toNode = ({ startedAt, seenAt, condition, ...node }: KnownNode): InstallationState['nodes'][number] => {
  const caches = Object.entries(condition?.caches ?? {})
  return {
    ...node,
    startTime: startedAt,
    seenTime: seenAt,
    condition: condition && {
      ...condition,
      caches: caches.map(([name, { hit, miss }]) => ({ name, hits: hit, misses: miss })),
    },
  }
}
type Change = (db: Db, name: string, actor: Actor) => Promise<unknown>

const toState = (read: Installation): InstallationState => {
  const {
    version,
    readAt,
    database,
    nodes,
    queues,
    runs,
    schedules,
    largestTables,
    statements,
    backups,
    quiet,
    audit,
    migrations,
  } = read
  const { newest } = migrations
  return {
    version,
    readTime: readAt,
    database,
    nodes: nodes.map(toNode),
    queues,
    runs,
    schedules: schedules.map(({ startedAt, endedAt, pausedAt, nextAt, problem, ...schedule }) => ({
      ...schedule,
      // An error may quote rows of companies.
      problem: problem === null ? null : t('原因见服务日志'),
      startTime: startedAt,
      endTime: endedAt,
      pausedTime: pausedAt,
      nextTime: nextAt,
    })),
    largestTables,
    statements,
    backups: backups.map(({ kind, name, beganAt, endedAt, problem }) => ({
      kind,
      name,
      startTime: beganAt,
      endTime: endedAt,
      problem,
    })),
    quietTime: quiet?.since ?? null,
    audit: { rows: audit.rows, archivedRows: audit.archivedRows, checkpointTime: audit.checkpointAt },
    migrations: { ...migrations, newest: newest && { name: newest.name, time: newest.at } },
  }
}

/** What the operator sees of the installation, and does to its schedules. */
export const createInstallation = (ports: Ports) => {
  /** Changes a schedule that a node has declared; throws `platformOnly`, and `notFound` for any other name. */
  const changing =
    (change: Change) =>
    async (scope: RequestScope, name: string): Promise<null> => {
      assertPlatformActor(scope.actor)
      const entityName = orNotFound(await schedulesRepository.findTitle(scope.db, name))
      await change(scope.db, name, scope.actor)
      scope.note({ entityName })
      return null
    }
  return {
    async state({ actor }: { actor: Actor }): Promise<InstallationState> {
      assertPlatformActor(actor)
      return toState(await readInstallation({ ...ports, version: packageJson.version }))
    },
    run: changing((db, name) => queue(db, name, newId(), null, null, 0)),
    pause: changing((db, name, actor) => schedulesRepository.pause(db, name, auditActor(auditedCaller(actor)))),
    resume: changing(schedulesRepository.resume),
  }
}
