import { passwordPoliciesContract } from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import { useRef } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ConflictDialog, type Formatters } from '../../../kernel/forms/conflict-dialog.tsx'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { PolicySummary } from './policy-summary.tsx'
import { describeSource, ruleLabels, rules, showRule } from './policy-words.ts'
import { RuleRow } from './rule-row.tsx'
import { type PolicyState, usePolicyForm } from './use-policy-form.ts'
import './password-policies.css'

const { get, update } = passwordPoliciesContract

const PolicyEditor = ({ state }: { state: PolicyState }) => {
  const form = usePolicyForm(state)
  const element = useRef<HTMLFormElement>(null)
  const readOnly = !useCan(update)
  const from = describeSource(state)
  const submit = async () => {
    if (form.busy || !form.isChanged) return
    const wrong = await form.save()
    if (wrong) element.current?.querySelector<HTMLElement>(`[data-rule=${wrong}] input`)?.focus()
  }
  return (
    <div className="policy">
      <form
        ref={element}
        className="policy-card"
        aria-label={t('密码策略')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2>{t('本公司的规则')}</h2>
        <p className="policy-lead">{from.lead}</p>
        {rules.map((of) => (
          <RuleRow key={of.rule} of={of} inherited={state.inherited} from={from} form={form} readOnly={readOnly} />
        ))}
        {!readOnly && (
          <div className="policy-foot">
            <Button onClick={form.discard} disabled={!form.isChanged || form.busy}>
              {t('放弃修改')}
            </Button>
            <Button look="primary" submits disabled={!form.isChanged} loading={form.busy}>
              {t('保存')}
            </Button>
          </div>
        )}
      </form>
      <PolicySummary state={state} own={form.own} isChanged={form.isChanged} from={from} />
      {form.newerVersion && (
        <ConflictDialog
          mine={form.own}
          current={form.newerVersion}
          labels={ruleLabels}
          formatters={showRule as Formatters}
          onUseMine={form.keepMine}
          onUseCurrent={form.takeNewerVersion}
          onClose={form.dismissNewerVersion}
        />
      )}
    </div>
  )
}

/** A company's password rules: own, inherited and effective. */
export const PasswordPolicyPage = () => {
  const { data, error, refetch } = useRead(get, {})
  if (data) return <PolicyEditor state={data} />
  return (
    <section className="policy-card">
      {error instanceof CallError ? (
        <FailureBlock failure={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </section>
  )
}
