import {
  passwordPoliciesContract,
  passwordPolicyWrite,
} from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import { validateField } from '../../../kernel/forms/validate-field.ts'
import { differingFields, onlyFields } from '../../../kernel/forms/values.ts'
import { type OwnRules, type Rule, rules } from './policy-words.ts'

const { get, update } = passwordPoliciesContract
export type PolicyState = ReplyOf<typeof get>
type Problems = Partial<Record<Rule, string>>
/** The changed rules, and the version they are based on. */
type Draft = { own: OwnRules; version: number }

const fields = rules.map(({ rule }) => rule)
const isRule = (field: string): field is Rule => (fields as readonly string[]).includes(field)

/**
 * Edits a company's own rules. The draft starts with the first change; a newer version saved meanwhile is shown beside
 * it and never overwritten silently.
 */
export const usePolicyForm = (state: PolicyState) => {
  const [draft, setDraft] = useState<Draft>()
  const [problems, setProblems] = useState<Problems>({})
  const [newerVersion, setNewerVersion] = useState<Record<string, unknown>>()
  // The sign-in and registration pages show the platform's rules.
  const write = useWrite(update, { invalidates: [get, systemSettingsContract.subject] })
  const { own, version } = draft ?? state
  const isChanged = differingFields(fields, own, state.own).length > 0

  useUnloadGuard(() => isChanged)

  const validate = (rule: Rule) =>
    setProblems(({ [rule]: _former, ...others }) => {
      const problem = validateField(passwordPolicyWrite, { ...own, version }, rule)
      return problem ? { ...others, [rule]: problem } : others
    })
  const set = <R extends Rule>(rule: R, value: OwnRules[R]) => {
    setDraft({ own: { ...own, [rule]: value }, version })
    setProblems(({ [rule]: _former, ...others }) => others)
  }
  const discard = () => {
    setDraft(undefined)
    setProblems({})
    setNewerVersion(undefined)
  }

  const showProblems = (wrong: readonly (readonly [Rule, string])[]) => {
    setProblems(Object.fromEntries(wrong))
    return fields.find((rule) => wrong.some(([field]) => field === rule))
  }
  /**
   * Returns the first invalid rule.
   * @param from the version to replace
   */
  const save = async (from = version): Promise<Rule | undefined> => {
    const body = { ...own, version: from }
    const wrong = fields.flatMap((rule) => {
      const problem = validateField(passwordPolicyWrite, body, rule)
      return problem ? [[rule, problem] as const] : []
    })
    if (wrong.length > 0) return showProblems(wrong)
    setNewerVersion(undefined)
    try {
      await write.mutateAsync({ body: z.parse(passwordPolicyWrite, body) })
      discard()
      return undefined
    } catch (error) {
      // The call has shown the error; here it is placed at its field.
      setNewerVersion(findNewerVersion(error))
      const fieldErrors = error instanceof CallError ? (error.errors ?? []) : []
      return showProblems(fieldErrors.flatMap(({ field, msg }) => (isRule(field) ? [[field, msg] as const] : [])))
    }
  }

  return {
    own,
    problems,
    isChanged,
    busy: write.isPending,
    newerVersion: newerVersion && onlyFields(fields, newerVersion),
    set,
    validate,
    discard,
    save,
    keepMine: () => void save(Number(newerVersion?.version)),
    takeNewerVersion: () => {
      discard()
      void invalidate(get)
    },
    dismissNewerVersion: () => setNewerVersion(undefined),
  }
}
export type PolicyForm = ReturnType<typeof usePolicyForm>
