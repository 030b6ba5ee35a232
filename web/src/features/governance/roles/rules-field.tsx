import { type DataRule, dataRules, maxRules } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { blankRule } from './rule-words.ts'
import { useRuleFields } from './use-rule-fields.ts'

const RuleEditor = lazy(async () => ({ default: (await import('./rule-editor.tsx')).RuleEditor }))

/** Validation errors by index of the rule. */
export const ruleProblems = (rules: readonly DataRule[]): ReadonlyMap<number, string> =>
  new Map((z.safeParse(dataRules, rules).error?.issues ?? []).map(({ path, message }) => [Number(path[0]), t(message)]))

/** Rules that restrict the data scope further. `showsErrors`: show validation errors. */
export const RulesField = ({
  readOnlyReason,
  showsErrors,
}: {
  readOnlyReason: string | undefined
  showsErrors: boolean
}) => {
  const draft = useGrantDraft()
  const fields = useRuleFields('users')
  const rules = useDraftValue(chosenOr('rules'))
  const set = (next: DataRule[]) => draft.getState().choose({ rules: next })
  const isReadOnly = readOnlyReason !== undefined
  const problems = showsErrors ? ruleProblems(rules) : undefined
  return (
    <>
      {rules.length === 0 && <p className="grant-quiet">{t('未设置规则：可查看范围内的全部数据。')}</p>}
      <ul className="grant-rules" aria-label={t('数据规则')}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own, and keep their order
          <Suspense key={at} fallback={<li aria-busy="true" />}>
            <RuleEditor
              rule={rule}
              label={t('规则 {at}', { at: at + 1 })}
              problem={problems?.get(at)}
              disabled={isReadOnly}
              onChange={(next) => set(rules.with(at, next))}
              onRemove={() => set(rules.toSpliced(at, 1))}
            />
          </Suspense>
        ))}
      </ul>
      {!isReadOnly && rules.length < maxRules && (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => set([...rules, blankRule(fields)])}>
          {t('添加规则')}
        </Button>
      )}
    </>
  )
}
