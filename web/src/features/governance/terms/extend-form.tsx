import {
  type TermRow,
  termExtension,
  termsContract,
} from '@atrium/contract/features/governance/terms/terms.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { affectedReads } from './affected-reads.ts'
import { chosenTerms, termName } from './term-words.ts'

const schema = z.pick(termExtension, { until: true })
type Values = z.output<typeof schema>

/** Current expiry; for several terms, each its own. */
const endText = ([only, ...others]: readonly TermRow[]) =>
  only && others.length === 0
    ? t('须晚于当前的到期时间 {expireTime}', { expireTime: formatMoment(only.expireTime) })
    : t('须晚于各自当前的到期时间')

/** Extends roles and accounts. */
export const ExtendForm = ({ rows, onDone, onClosed }: BatchDrawerProps<TermRow>) => {
  const write = useWrite(termsContract.extendTerms, { invalidates: affectedReads, onDone, silentSuccess: true })
  return (
    <DrawerForm
      title={
        rows.length === 1 && rows[0]
          ? t('续期{term}', { term: termName(rows[0]) })
          : t('续期 {count} 项', { count: rows.length })
      }
      act={t('续期')}
      schema={schema}
      labels={{ until: t('新的到期时间') }}
      initial={{ until: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ until }) => write.mutateAsync({ body: { terms: chosenTerms(rows), until } })}
      onClosed={onClosed}
    >
      <DateTimeField<Values> name="until" placeholder={t('请选择时间')} help={endText(rows)} />
    </DrawerForm>
  )
}
