import type { HookedEvent } from '@atrium/contract/hooked-events.ts'
import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import type { ModuleSwitch } from './features/tenancy/tenants/tenants.feature.ts'
import { defineJob } from './kernel/jobs/define-job.ts'
import {
  heardEvent,
  type AfterHook as KernelAfterHook,
  type BeforeHook as KernelBeforeHook,
  type ModuleHooks,
} from './kernel/module-hooks.ts'

type Of<Hook> = Hook & { readonly events: readonly HookedEvent[] }
/** Looks at changes of the core before they are made. */
export type BeforeHook = Of<KernelBeforeHook>
/** Hears of changes of the core. */
export type AfterHook = Of<KernelAfterHook>

const toAfter = (name: string, hooks: readonly AfterHook[]): NonNullable<ModuleHooks['after']> => ({
  events: hooks.flatMap(({ events }) => events),
  job: defineJob({
    name: `${name}.heardEvent`,
    data: heardEvent,
    reach: 'company',
    async run({ data: { event, ...row }, companyId, transact }) {
      for (const { events, run } of hooks) {
        const isHeard = events.some((each) => each === event)
        if (isHeard) await transact(({ db }) => run({ db, event, companyId, ...row }))
      }
    },
  }),
})

type Hooks = { before: readonly BeforeHook[]; after: readonly AfterHook[] }
/** The hooks of a module, with what says where it is on, and a job that calls those after an event. */
export const toHooks = (
  { name, title }: Pick<ModuleContract, 'name' | 'title'>,
  { before, after }: Hooks,
  { isOn }: Pick<ModuleSwitch, 'isOn'>,
): ModuleHooks => ({ title, isOn, before, ...(after.length > 0 && { after: toAfter(name, after) }) })
