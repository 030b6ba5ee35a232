import { type TermRow, termExtension, termsContract } from '@atrium/contract/features/terms/terms.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { DateTimeField } from '../../kernel/forms/fields.tsx'
import type { BatchDrawerProps } from '../../kernel/listing/batch-action.ts'
import { formatMoment } from '../../ui/time.tsx'
import { affected } from './affected-reads.ts'
import { chosenTerms, termsText } from './term-words.ts'

const asked = z.pick(termExtension, { until: true })
type Values = z.output<typeof asked>

/** Until when it is now; of several, each its own. */
const endText = ([only, ...others]: readonly TermRow[]) =>
  only && others.length === 0 ? `须晚于现在的到期时间 ${formatMoment(only.expireTime)}` : '须晚于各自现在的到期时间'

/** Gives roles and accounts a later end. */
export const ExtendForm = ({ rows, onDone, onClosed }: BatchDrawerProps<TermRow>) => {
  const write = useWrite(termsContract.extendTerms, { invalidates: affected, onDone, silentSuccess: true })
  return (
    <DrawerForm
      title={`延期${termsText(rows)}`}
      schema={asked}
      labels={{ until: '新的到期时间' }}
      initial={{ until: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ until }) => write.mutateAsync({ body: { terms: chosenTerms(rows), until } })}
      onClosed={onClosed}
    >
      <DateTimeField<Values> name="until" placeholder="请选择时间" help={endText(rows)} />
    </DrawerForm>
  )
}
