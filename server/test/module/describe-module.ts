import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createModuleStage, type ModuleOptions, type ModuleStage } from './module-stage.ts'
import { rules } from './rules.ts'

/** Reasons by rule and place, for what a module does otherwise on purpose: `{ access: { 'assets.label': 'because …' } }`. */
export type Excuses = Partial<Readonly<Record<keyof typeof rules, Readonly<Record<string, string>>>>>

/**
 * Tries the product's rules on a module: its tables and endpoints, with planted rows of the callers' company and of another
 * one. A test of a rule fails with a sentence for each fault, which names the endpoint, table or column; and on a reason that
 * nothing needs any more.
 *
 * @param contract - the module's, as `contract.ts` exports it
 * @param options - sound requests and rows, where those made from the declarations are none, and what is so on purpose
 */
export const describeModule = (
  contract: ModuleContract,
  { because = {}, ...options }: ModuleOptions & { readonly because?: Excuses } = {},
): void => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  describe(`module ${contract.name}`, () => {
    let stage: ModuleStage
    beforeAll(async () => {
      stage = await createModuleStage(contract, options)
    })
    it.each(Object.entries(rules).map(([name, rule]) => [rule.title, name as keyof typeof rules] as const))(
      '%s',
      async (_, name) => {
        const reasons = because[name] ?? {}
        const faults = await rules[name].find(stage)
        expect(faults.filter(({ at }) => !(at in reasons)).map(({ says }) => says)).toEqual([])
        expect(Object.keys(reasons).filter((at) => !faults.some((fault) => fault.at === at))).toEqual([])
        for (const reason of Object.values(reasons)) expect(reason.length).toBeGreaterThan(15)
      },
    )
  })
}
