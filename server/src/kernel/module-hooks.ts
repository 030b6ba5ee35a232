import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import {
  type ModuleConcern,
  maxConcernLength,
  maxConcernNames,
  maxConcerns,
} from '@atrium/contract/kernel/module-concerns.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as z from 'zod/mini'
import { auditedCaller } from './audited-caller.ts'
import type { Db } from './db/database.ts'
import { readAsCompany } from './db/read-as-company.ts'
import { canCall } from './http/admit.ts'
import type { Job } from './jobs/define-job.ts'
import { enqueueJob } from './jobs/enqueue-job.ts'
import { type Actor, AppError, type RequestScope } from './scope.ts'

/** How long a hook may take, in milliseconds. */
const hookMs = 1000

/** What a hook says. `count` and `names`: rows that it is about, and the first of them. */
export type Concern = { says: string; refuses?: boolean; count: number; names: readonly string[] }
/** Looks at a change before it is made. */
export type BeforeHook = {
  readonly events: readonly string[]
  /** Names are shown to callers who may call it. */
  readonly endpoint: Endpoint
  /**
   * Reads what the change would hit: in a transaction of the company that can only read, for a second.
   * @returns undefined for nothing
   */
  find(asked: { db: Db; event: string; id: string; actor: Actor }): Promise<Concern | undefined>
}
/** Hears of a change after the commit, at least once. */
export type AfterHook = {
  readonly events: readonly string[]
  run(heard: { db: Db; event: string; id: string; name: string; companyId: string }): Promise<void>
}

/** What a run that calls hooks after an event works with. */
export const heardEvent = z.object({ event: z.string(), id: z.string(), name: z.string() })
/** The hooks of a module. */
export type ModuleHooks = {
  readonly title: string
  /** Whether the module is on for a company. */
  isOn(db: Db, companyId: string): Promise<boolean>
  readonly before: readonly BeforeHook[]
  readonly after?: { readonly events: readonly string[]; readonly job: Job<z.output<typeof heardEvent>> }
}

/** A change of a row, in these companies. */
type Change = { event: string; id: string; name: string; companies: readonly string[] }
/** What modules say of a change. `settle` refuses it if one does, and lets them hear of it once it is committed. */
export type AskedModules = { concerns: ModuleConcern[]; settle(): Promise<void> }

type Ports = { hooks: () => readonly ModuleHooks[]; onError(error: unknown): void }

/** Asks modules before changes that they may stand before. */
export const createModuleHooks = ({ hooks, onError }: Ports) => {
  const findConcern = async (
    { db, actor }: RequestScope,
    { event, id }: Change,
    companyId: string,
    { title: module, isOn }: ModuleHooks,
    hook: BeforeHook,
  ): Promise<ModuleConcern | undefined> => {
    try {
      const found = await readAsCompany(db, companyId, hookMs, async () =>
        (await isOn(db, companyId)) ? hook.find({ db, event, id, actor }) : undefined,
      )
      if (!found) return undefined
      const isReadable = companyId === actor.companyId && canCall(hook.endpoint, actor)
      const names = isReadable ? found.names.slice(0, maxConcernNames) : []
      const says = found.says.slice(0, maxConcernLength)
      return { module, says, refuses: found.refuses ?? false, count: found.count, names }
    } catch (error) {
      onError(new Error(`module ${module} failed before ${event}`, { cause: error }))
      // A module that fails keeps no account from being locked.
      return { module, says: t('未能检查影响，请联系平台运营'), refuses: false, count: 0, names: [] }
    }
  }

  return {
    /** Asks all modules with a hook before this event, company by company. */
    async ask(scope: RequestScope, change: Change): Promise<AskedModules> {
      const concerns: ModuleConcern[] = []
      for (const module of hooks())
        for (const hook of module.before.filter(({ events }) => events.includes(change.event)))
          for (const companyId of change.companies) {
            const concern = concerns.length < maxConcerns && (await findConcern(scope, change, companyId, module, hook))
            if (!concern) continue
            const same = concerns.find(({ module: by, says }) => by === concern.module && says === concern.says)
            if (same) same.count += concern.count
            else concerns.push(concern)
          }
      return {
        concerns,
        async settle() {
          const refusal = concerns.find(({ refuses }) => refuses)
          if (refusal) {
            const msg = t('“{module}”不允许：{says}', { module: t(refusal.module), says: refusal.says })
            throw new AppError({ ...kernelErrors.refusedByModule, msg })
          }
          const { event, id, name } = change
          const actor = auditedCaller(scope.actor)
          for (const { after, isOn } of hooks())
            if (after?.events.includes(event))
              for (const companyId of change.companies)
                if (await isOn(scope.db, companyId))
                  await enqueueJob(scope.db, after.job, { event, id, name }, { companyId, actor })
        },
      }
    },
  }
}
export type AskModules = ReturnType<typeof createModuleHooks>['ask']
