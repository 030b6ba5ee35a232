import {
  passwordPoliciesContract,
  passwordPolicyWrite,
} from '@atrium/contract/features/password-policies/password-policies.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../kernel/api/call-error.ts'
import { invalidate, useWrite } from '../../kernel/api/use-endpoint.ts'
import { newerVersionIn } from '../../kernel/forms/newer-version.ts'
import { problemWith } from '../../kernel/forms/schema-problem.ts'
import { differingFields, onlyFields } from '../../kernel/forms/values.ts'
import { type OwnRules, type Rule, rules } from './policy-words.ts'

const { get, update } = passwordPoliciesContract
export type PolicyState = ReplyOf<typeof get>
type Problems = Partial<Record<Rule, string>>
/** What was changed, and the version it was changed from. */
type Draft = { own: OwnRules; version: number }

const fields = rules.map(({ rule }) => rule)
const isRule = (field: string): field is Rule => (fields as readonly string[]).includes(field)

/**
 * A company's own rules while somebody changes them. Nothing is a draft until the first change; a version that somebody
 * else saved meanwhile is put beside it, never over it.
 */
export const usePolicyForm = (state: PolicyState) => {
  const [draft, setDraft] = useState<Draft>()
  const [problems, setProblems] = useState<Problems>({})
  const [newer, setNewer] = useState<Record<string, unknown>>()
  // The sign-in and registration pages say the platform's rules.
  const write = useWrite(update, { invalidates: [get, systemSettingsContract.subject] })
  const { own, version } = draft ?? state
  const isChanged = differingFields(fields, own, state.own).length > 0

  const judge = (rule: Rule) =>
    setProblems(({ [rule]: _former, ...others }) => {
      const problem = problemWith(passwordPolicyWrite, { ...own, version }, rule)
      return problem ? { ...others, [rule]: problem } : others
    })
  const set = <R extends Rule>(rule: R, value: OwnRules[R]) => {
    setDraft({ own: { ...own, [rule]: value }, version })
    setProblems(({ [rule]: _former, ...others }) => others)
  }
  const discard = () => {
    setDraft(undefined)
    setProblems({})
    setNewer(undefined)
  }

  const show = (wrong: readonly (readonly [Rule, string])[]) => {
    setProblems(Object.fromEntries(wrong))
    return fields.find((rule) => wrong.some(([field]) => field === rule))
  }
  /** `from` is the version whose place the rules take. Out: the first rule that cannot stay as it is. */
  const save = async (from = version): Promise<Rule | undefined> => {
    const body = { ...own, version: from }
    const wrong = fields.flatMap((rule) => {
      const problem = problemWith(passwordPolicyWrite, body, rule)
      return problem ? [[rule, problem] as const] : []
    })
    if (wrong.length > 0) return show(wrong)
    setNewer(undefined)
    try {
      await write.mutateAsync({ body: z.parse(passwordPolicyWrite, body) })
      discard()
      return undefined
    } catch (error) {
      // What went wrong has been said by the call; it is put where it belongs.
      setNewer(newerVersionIn(error))
      const told = error instanceof CallError ? (error.errors ?? []) : []
      return show(told.flatMap(({ field, msg }) => (isRule(field) ? [[field, msg] as const] : [])))
    }
  }

  return {
    own,
    problems,
    isChanged,
    busy: write.isPending,
    newer: newer && onlyFields(fields, newer),
    set,
    judge,
    discard,
    save,
    keepMine: () => void save(Number(newer?.version)),
    takeNewer: () => {
      discard()
      void invalidate(get)
    },
    closeNewer: () => setNewer(undefined),
  }
}
export type PolicyForm = ReturnType<typeof usePolicyForm>
