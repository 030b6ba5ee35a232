import {
  type ReleaseTime,
  type TermRow,
  type TermsImpact,
  termRelease,
  termsContract,
} from '@atrium/contract/features/governance/terms/terms.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { Field } from '../../../kernel/forms/fields.tsx'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { ReleaseImpact } from './release-impact.tsx'
import { chosenTerms, termName } from './term-words.ts'

const schema = z.pick(termRelease, { when: true })
type Values = z.output<typeof schema>
const choices: readonly { value: ReleaseTime; label: string; hint: string }[] = [
  { value: 'end', label: t('到期即止'), hint: t('到期后自动收回，不再提醒') },
  { value: 'now', label: t('立即结束'), hint: t('立即收回，确认前列出影响') },
]

/** Lets terms expire as planned, or ends them at once after showing the impact. */
export const ReleaseForm = ({ rows, onDone, onClosed }: BatchDrawerProps<TermRow>) => {
  const [impact, confirms] = useFormImpact<TermsImpact>()
  const write = useWrite(termsContract.releaseTerms, {
    confirms,
    invalidates: affectedReads,
    onDone,
    silentSuccess: true,
  })
  const names = new Map(rows.map((row) => [row.id, termName(row)]))
  return (
    <DrawerForm
      title={
        rows.length === 1 && rows[0]
          ? t('对{term}不续期', { term: termName(rows[0]) })
          : t('对 {count} 项不续期', { count: rows.length })
      }
      act={t('不续期')}
      danger
      schema={schema}
      labels={{ when: t('结束方式') }}
      initial={{ when: 'end' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ when }) => write.mutateAsync({ body: { terms: chosenTerms(rows), when } })}
      onClosed={onClosed}
    >
      <Field<Values> name="when">
        <RadioCards aria-label={t('结束方式')} choices={choices} />
      </Field>
      <ReleaseImpact impact={impact} toName={(id) => names.get(id) ?? id} />
    </DrawerForm>
  )
}
